"""Compares the verdict of `nvvm-verify` about each measured form with that of ptxas, in every spelling.

The spellings are PTX text in inline assembly, calls of intrinsics, and operations. What ptxas is asked about an intrinsic
or an operation is what LLVM's back end writes for it.
"""

import re
import subprocess

import chips
import forms
import intrinsics
import llvm
import operations
import ptxas

RULES = ("cluster-instruction-target", "tcgen05-target", "clc-target", "clc-multicast-target", "instruction-target")
VERSIONS = ["6.3", "7.0", "7.8", "8.0", "8.3", "8.6", "8.8", "9.0", "9.5"]
# As many as tileiras-opt prints errors, which are at most 1,000.
_LINES = 900
_ERROR = re.compile(r"^<stdin>:(\d+):\d+: error: .*\[([\w-]+)\]$", re.M)
_TYPES = {"float": "f32", "double": "f64", "half": "f16", "bfloat": "bf16", "ptr": "!llvm.ptr"}
_REGISTERS = ".reg .pred %p<9>; .reg .b8 %b<9>; .reg .b16 %rs<9>; .reg .b32 %r<99>; .reg .b64 %rd<99>;"
_KERNEL = "attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}"


def mlir_type(text):
    """The type of MLIR for a type of LLVM IR."""
    if text.startswith("{"):
        return f"!llvm.struct<({', '.join(map(mlir_type, re.split(r', (?![^<]*>)', text[2:-2])))})>"
    vector = re.fullmatch(r"<(\d+) x (\w+)>", text)
    if vector:
        return f"vector<{vector[1]}x{mlir_type(vector[2])}>"
    pointer = re.fullmatch(r"ptr addrspace\((\d)\)", text)
    return f"!llvm.ptr<{pointer[1]}>" if pointer else _TYPES.get(text, text)


def assembly(at, statement):
    """A kernel with a statement of PTX, in one line."""
    asm = f'llvm.inline_asm has_side_effects "{{ {_REGISTERS} {statement} }}", "" : () -> ()'
    return f"llvm.func @case{at}() {_KERNEL} {{ {asm} llvm.return }}"


def call(at, variant):
    """A kernel with a call of an intrinsic, in one line."""
    fixed, lines, taken = dict(variant.immediates), [], []
    types = [mlir_type(kind) for kind in variant.arguments]
    for index, kind in enumerate(types):
        if index in fixed:
            value = ("true" if fixed[index] else "false") if kind == "i1" else f"{fixed[index]} : {kind}"
            lines.append(f"%a{index} = llvm.mlir.constant({value}) : {kind}")
        else:
            taken.append(f"%a{index}: {kind}")
    given = ", ".join(f"%a{index}" for index in range(len(types)))
    returned = "()" if variant.returned == "void" else mlir_type(variant.returned)
    result = "" if variant.returned == "void" else "%r = "
    name = variant.name + variant.suffix
    lines.append(f'{result}llvm.call_intrinsic "{name}"({given}) : ({", ".join(types)}) -> {returned}')
    return f"llvm.func @case{at}({', '.join(taken)}) {_KERNEL} {{ {' '.join(lines)} llvm.return }}"


def operation(at, found):
    """A kernel with an operation, in one line."""
    text = found.function(f"case{at}").split("\n")[1:-1]
    line = " ".join(part.strip() for part in text).replace("llvm.return %r : " + str(found.result), "llvm.return")
    return re.sub(r"\)(?: -> \S.*?)? \{ ", f") {_KERNEL} {{ ", line, count=1)


def reported(tool, lines, chip, version):
    """The lines for which nvvm-verify reports that the target lacks something."""
    option = f"--nvvm-verify=chip={chip.name} ptx={chips.text(version)}"
    found = set()
    for first in range(0, len(lines), _LINES):
        part = "\n".join(lines[first : first + _LINES])
        ran = subprocess.run([tool, option, "-o", "/dev/null"], input=part, capture_output=True, text=True)
        found |= {int(match[1]) - 1 + first for match in _ERROR.finditer(ran.stderr) if match[2] in RULES}
        if ran.returncode and not _ERROR.search(ran.stderr):
            raise SystemExit(f"{chip}: {ran.stderr[:600]}")
    return found


def compare(tool, what, cases, options, show):
    """Compares the cases: a line for nvvm-verify, and a block for ptxas. Returns how many answers differ."""
    lines, blocks = [line for _, line, _ in cases], [block for _, _, block in cases]
    same = different = 0
    for chip, version in options:
        ours, theirs = reported(tool, lines, chip, version), set(ptxas.rejected(blocks, chip, version))
        same += len(cases) - len(ours ^ theirs)
        for at in sorted(ours ^ theirs):
            different += 1
            if different <= show:
                verdict = "reported, but ptxas accepts it" if at in ours else "not reported, but ptxas rejects it"
                print(f"  {chip} {chips.text(version)} {cases[at][0]}: {verdict}")
    print(f"{what}: {len(cases)} forms, {len(options)} targets, {same} answers are the same, {different} differ")
    return different


def readable(tool, cases):
    """The cases that MLIR reads. Each is a part of its own, so that one run tells all."""
    arguments = [tool, "--split-input-file", "-o", "/dev/null"]
    ran = subprocess.run(arguments, input="\n// -----\n".join(case[1] for case in cases), capture_output=True, text=True)
    bad = {(int(match[1]) - 1) // 2 for match in re.finditer(r"<stdin>:(\d+):\d+: error", ran.stderr)}
    return [case for at, case in enumerate(cases) if at not in bad]


def main(folder, wanted, show):
    """Compares every spelling. The result is the exit code."""
    tool = str(folder / "tileiras-opt")
    targets = [
        (chip, version)
        for chip in chips.CHIPS
        if not wanted or chip.name in wanted
        for version in sorted({chip.min, *(chips.VERSIONS.index(tuple(map(int, v.split(".")))) for v in VERSIONS)})
        if version >= chip.min
    ]
    statements, _ = ptxas.plausible(forms.written())
    cases = [(s, assembly(at, s), s) for at, s in enumerate(statements)]
    different = compare(tool, "inline assembly", readable(tool, cases), targets, show)

    calls = list(intrinsics.variants(intrinsics.records()))
    functions = {f"case{at}": variant.function(f"case{at}") for at, variant in enumerate(calls)}
    cases = []
    for name, text in selected(functions).items():
        at = int(name[4:])
        cases.append((str(calls[at]), call(at, calls[at]), text))
    different += compare(tool, "intrinsics", readable(tool, legal(cases)), targets, show)

    known, facts, bodies, _ = operations.lower()
    cases = []
    for name, text in selected(bodies).items():
        cases.append((known[name].line, operation(int(name[4:]), known[name]), text))
    different += compare(tool, "operations", readable(tool, legal(cases)), targets, show)
    return 1 if different else 0


def selected(functions):
    """The PTX of each function, for the first of the newest targets that LLVM can select it for."""
    left, texts = set(functions), {}
    for chip in ("sm_100a", "sm_120a", "sm_90a", "sm_103a"):
        found, _ = llvm.select(functions, left, chip, 90)
        texts.update(found)
        left -= set(found)
    return texts


def legal(cases):
    """The cases whose PTX ptxas accepts for some target."""
    _, never = ptxas.plausible([block for _, _, block in cases])
    return [case for case in cases if case[2] not in never]
