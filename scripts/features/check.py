"""Compares the verdict of `nvvm-verify` about each measured form with that of ptxas, in every spelling.

The spellings are PTX text in inline assembly, calls of intrinsics, and operations. What ptxas is asked about an intrinsic
or an operation is what LLVM's back end writes for it: first for the newest target that it can be compiled for, and where
the verdicts differ, for the target in question. What LLVM cannot compile for that target is not compared. For a few older
targets, one form of each name is compiled for the target even where both reject it: LLVM may write something else there.
"""

import collections
import concurrent.futures
import fnmatch
import pathlib
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
# The older targets for which forms are compiled again that both reject.
OLDER = [("sm_50", "6.3"), ("sm_60", "6.3"), ("sm_70", "6.3"), ("sm_75", "7.0"), ("sm_80", "7.8"), ("sm_90", "8.0")]
# tileiras-opt prints at most 1,000 errors, and other rules may report a line, too.
_LINES = 300
EXCEPTIONS = pathlib.Path(__file__).with_name("exceptions.txt")
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


def exceptions():
    """The named exceptions: patterns of forms, each with its reason."""
    lines = [line for line in EXCEPTIONS.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("\t") for line in lines)


class Case:
    """A form: its name, a line for nvvm-verify, a block for ptxas, and the function that the block was compiled from."""

    def __init__(self, name, line, block, function=None):
        self.name, self.line, self.block, self.function = name, line, block, function


class Comparison:
    """Compares the cases of one spelling, for each target."""

    def __init__(self, tool, cases, functions):
        self.tool, self.cases, self.functions = tool, cases, functions
        self.compiled = {}

    def compile(self, wanted, chip, version):
        """The PTX of some cases for exactly this target, and which of them LLVM cannot compile."""
        target = (chip.name, llvm.nearest(version))
        known = self.compiled.setdefault(target, {})
        missing = {self.cases[at].function for at in wanted} - set(known)
        found, _ = llvm.select(self.functions, missing, *target)
        known.update({name: found.get(name) for name in missing})
        texts = {at: known[self.cases[at].function] for at in wanted}
        return {at: text for at, text in texts.items() if text}, {at for at, text in texts.items() if not text}

    def run(self, chip, version):
        """Compares for one target. Returns what nvvm-verify reports, what ptxas rejects, and what is not compared."""
        ours = reported(self.tool, [case.line for case in self.cases], chip, version)
        theirs = set(ptxas.rejected([case.block for case in self.cases], chip, version))
        again, left = ours ^ theirs, set()
        if self.functions and chip.name in llvm.chips():
            if (chip.name, chips.text(version)) in OLDER:
                # One of each name that both reject.
                again |= set({self.cases[at].name.split(" ")[0]: at for at in sorted(ours & theirs)}.values())
            texts, left = self.compile(again, chip, version)
            order = sorted(texts)
            rejected = {order[at] for at in ptxas.rejected([texts[at] for at in order], chip, version)}
            theirs = (theirs - set(order)) | rejected
        return ours, theirs, left

    def all(self, what, targets, show, named):
        """Compares for all targets, and prints the totals. Returns the number of differences without a name."""
        same = skipped = different = 0
        used = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(ptxas.JOBS) as pool:
            answers = pool.map(lambda target: self.run(*target), targets)
            for (chip, version), (ours, theirs, left) in zip(targets, answers):
                same += len(self.cases) - len((ours ^ theirs) | left)
                skipped += len(left)
                for at in sorted((ours ^ theirs) - left):
                    case = self.cases[at]
                    pattern = next((pattern for pattern in named if fnmatch.fnmatchcase(case.name, pattern)), None)
                    # An exception is what is not reported: what ptxas accepts is never reported.
                    if pattern and at not in ours:
                        used[pattern] += 1
                        continue
                    different += 1
                    if different <= show:
                        verdict = "reported, but ptxas accepts it" if at in ours else "not reported, but ptxas rejects it"
                        print(f"  {chip} {chips.text(version)} {case.name}: {verdict}", flush=True)
        figures = [f"{same} answers are the same", f"{different} differ"]
        if self.functions:
            figures += [f"{used.total()} named exceptions", f"{skipped} not compared, which LLVM cannot compile"]
        print(f"{what}: {len(self.cases)} forms, {len(targets)} targets, {', '.join(figures)}", flush=True)
        return different, set(used)


def readable(tool, cases):
    """The cases that MLIR reads. Each is a part of its own, so that one run tells all."""
    arguments = [tool, "--split-input-file", "-o", "/dev/null"]
    ran = subprocess.run(arguments, input="\n// -----\n".join(case.line for case in cases), capture_output=True, text=True)
    bad = {(int(match[1]) - 1) // 2 for match in re.finditer(r"<stdin>:(\d+):\d+: error", ran.stderr)}
    return [case for at, case in enumerate(cases) if at not in bad]


def written(only):
    """The statements of the corpus, which have no functions."""
    statements, _ = ptxas.plausible([statement for statement in forms.written() if only in statement])
    return [Case(s, assembly(at, s), s) for at, s in enumerate(statements)], {}


def called(only):
    """The variants of intrinsics, and their functions."""
    calls = [variant for variant in intrinsics.variants(intrinsics.records()) if only in str(variant)]
    functions = {f"case{at}": variant.function(f"case{at}") for at, variant in enumerate(calls)}
    found = {int(name[4:]): text for name, text in selected(functions).items()}
    return legal([Case(str(calls[at]), call(at, calls[at]), text, f"case{at}") for at, text in found.items()]), functions


def lowered(only):
    """The variants of operations, and their functions."""
    known, _, functions, _ = operations.lower(only)
    found = {int(name[4:]): (known[name], text) for name, text in selected(functions).items()}
    return legal([Case(o.line, operation(at, o), text, f"case{at}") for at, (o, text) in found.items()]), functions


SPELLINGS = {"inline assembly": written, "intrinsics": called, "operations": lowered}


def main(folder, wanted, spellings, only, show):
    """Compares the spellings. The result is the exit code."""
    tool = str(folder / "tileiras-opt")
    targets = [
        (chip, version)
        for chip in chips.CHIPS
        if not wanted or chip.name in wanted
        for version in sorted({chip.min, *(chips.VERSIONS.index(tuple(map(int, v.split(".")))) for v in VERSIONS)})
        if version >= chip.min
    ]
    named, used, different = exceptions(), set(), 0
    for what in spellings or SPELLINGS:
        cases, functions = SPELLINGS[what](only)
        found, patterns = Comparison(tool, readable(tool, cases), functions).all(what, targets, show, named)
        different += found
        used |= patterns
    for pattern in set(named) - used if not (wanted or spellings or only) else ():
        print(f"no difference is the named exception {pattern}")
        different += 1
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
    _, never = ptxas.plausible([case.block for case in cases])
    return [case for case in cases if case.block not in never]
