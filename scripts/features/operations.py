"""The variants of operations: operations.txt, lowered to LLVM IR by MLIR."""

import itertools
import pathlib
import re

import llvm

CHUNK = 256
MARK = "\n// -----\n"
HERE = pathlib.Path(__file__).resolve().parent
_ALTERNATIVES = re.compile(r"\[\[(.*?)\]\]")
_LINE = re.compile(r'"([\w.]+)"\((.*?)\)(?: <\{(.*)\}>)?(?: -> (.*))?$')
_LOWER = [
    "--convert-nvvm-to-llvm",
    "--reconcile-unrealized-casts",
]


def templates():
    """The lines of the corpus, and the special registers, which MLIR defines."""
    for line in (HERE / "operations.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield line
    definitions = (llvm.TOOLS.parent / "include/mlir/Dialect/LLVMIR/NVVMOps.td").read_text()
    for name in sorted(set(re.findall(r'"(read\.ptx\.sreg\.[\w.]+)"', definitions))):
        if name != "read.ptx.sreg.envreg":
            yield f'"nvvm.{name}"() -> {"i64" if name.endswith(("clock64", "globaltimer")) else "i32"}'


def expand(template):
    """The operations of a template. Alternatives that come in several places are tried in every combination."""
    parts = _ALTERNATIVES.split(template)
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    for chosen in itertools.product(*choices):
        yield "".join(chosen)


def _type(letter):
    """The type of an operand."""
    vector = re.fullmatch(r"v(\d+)(\w+)", letter)
    if vector:
        return f"vector<{vector[1]}x{vector[2]}>"
    pointer = re.fullmatch(r"p(\d)", letter)
    if pointer:
        return "!llvm.ptr" if pointer[1] == "0" else f"!llvm.ptr<{pointer[1]}>"
    return letter


class Operation:
    """One operation with its operands and attributes."""

    def __init__(self, line):
        match = _LINE.match(line)
        if not match:
            raise SystemExit(f"cannot read {line}")
        self.line = line
        self.name, operands, attributes, result = match.groups()
        self.operands = [part for part in re.split(r", (?![^(]*\))", operands) if part]
        self.attributes = (attributes or "").strip(", ")
        self.result = _type(result) if result else None

    def function(self, name):
        """A function with the operation. Constants are for what must be immediate."""
        lines, taken, used, types = [], [], [], []
        for at, operand in enumerate(self.operands):
            constant = re.fullmatch(r"c(\d+)", operand)
            if constant:
                kind = "i64" if "tcgen05" in self.name else "i32"
                lines.append(f"    %a{at} = llvm.mlir.constant({constant[1]} : {kind}) : {kind}")
            else:
                kind = _type(operand)
                taken.append(f"%a{at}: {kind}")
            used.append(f"%a{at}")
            types.append(kind)
        attributes = f" <{{{self.attributes}}}>" if self.attributes else ""
        result = self.result or "()"
        call = f'"{self.name}"({", ".join(used)}){attributes} : ({", ".join(types)}) -> {result}'
        end = f"    llvm.return %r : {self.result}" if self.result else "    llvm.return"
        lines += [f"    %r = {call}" if self.result else f"    {call}", end]
        returned = f" -> {self.result}" if self.result else ""
        body = "\n".join(lines)
        return f"module {{\n  llvm.func @{name}({', '.join(taken)}){returned} {{\n{body}\n  }}\n}}"


def word(text):
    """What counts of an attribute or a type: the rule of crates/target."""
    inner = text.rpartition("<")[2].partition(">")[0] if "<" in text else text
    inner = inner.split(" : ")[0].strip().strip('"')
    inner = inner.partition(": ")[2] or inner
    return inner.replace(" ", "") if "," in inner else inner.split(" ")[-1]


def attributes(generic):
    """The attributes and operand types of an operation in generic form, as key and value."""
    match = re.search(r'"([\w.]+)"\(.*?\)(?: <\{(.*)\}>)? : \((.*)\) -> ', generic)
    found = []
    for part in re.split(r", (?=[\w]+(?: = |,|$))(?![^<(]*[>)])", match[2] or ""):
        key, _, value = part.partition(" = ")
        if key:
            found.append((key, word(value) if value else "unit"))
    types = [part for part in re.split(r", (?![^<(]*[>)])", match[3]) if part]
    found += [(f"${at}", word(kind)) for at, kind in enumerate(types)]
    return match[1], found


def _each(tool, arguments, modules):
    """What a tool of MLIR prints for some modules. A module that makes it crash is left out."""
    if len(modules) > CHUNK:
        middle = len(modules) // 2
        return _each(tool, arguments, modules[:middle]) + MARK + _each(tool, arguments, modules[middle:])
    ran = llvm.tool(tool, ["--split-input-file", f"--output-split-marker={MARK.strip()}", *arguments], MARK.join(modules))
    if ran.returncode in (0, 1):
        return ran.stdout
    if len(modules) == 1:
        return ""
    middle = len(modules) // 2
    return _each(tool, arguments, modules[:middle]) + MARK + _each(tool, arguments, modules[middle:])


def lower(only=""):
    """Each operation that MLIR accepts, of those whose text contains `only`: its name, its attributes, and the LLVM IR of
    its function by name."""
    wanted = list(dict.fromkeys(line for template in templates() for line in expand(template) if only in line))
    cases = {f"case{at}": Operation(line) for at, line in enumerate(wanted)}
    texts = [operation.function(name) for name, operation in cases.items()]
    generic = _each("mlir-opt", ["--mlir-print-op-generic"], texts)
    facts = {}
    for chunk in generic.split(MARK.strip()):
        name = re.search(r'sym_name = "(case\d+)"', chunk)
        if name:
            operation = cases[name[1]].name
            line = next(line for line in chunk.splitlines() if f'"{operation}"(' in line)
            facts[name[1]] = attributes(line)
    lowered = _each("mlir-opt", _LOWER, [cases[name].function(name) for name in facts])
    ir = _each("mlir-translate", ["--mlir-to-llvmir"], [module for module in lowered.split(MARK) if module.strip()])
    functions = {}
    for chunk in ir.split(MARK.strip()):
        match = re.search(r"^define .*?@(case\d+)\(.*?^}", chunk, re.M | re.S)
        if match:
            declared = [line for line in chunk.splitlines() if line.startswith("declare")]
            body = re.sub(r" #\d+(?= \{|$)", "", match[0], flags=re.M)
            functions[match[1]] = ([re.sub(r" #\d+$", "", line) for line in declared], body)
    refused = [str(operation.line) for name, operation in cases.items() if name not in facts]
    return cases, facts, functions, refused
