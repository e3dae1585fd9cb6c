"""Kernel files as statements and basic blocks, in three languages.

Accepts the files of tests/kernels and examples, CUDA C++ as the PTX that clang writes: one operation, instruction or label
a line (an operation of MLIR may go on in lines that start with `:`, and brackets may span lines). The text of inline assembly is split into statements of
its own, which know the operation that holds them.

Leaves out on purpose: a full parser. A statement that is not understood has no kind, and no operator touches it.
"""

import re
from dataclasses import dataclass, field

import clang
import kinds


@dataclass(eq=False)
class Statement:
    start: int
    end: int
    line: int
    text: str
    spelling: str
    kind: str = None
    block: object = None
    host: object = None
    # Of PTX: the register of the predicate, and whether it is negated.
    predicate: str = None
    negated: bool = False

    @property
    def bare(self):
        """The text without the predicate of PTX."""
        return re.sub(r"^@!?\S+\s+", "", self.text) if self.predicate else self.text

    @property
    def outer(self):
        return self.host or self


@dataclass(eq=False)
class Block:
    name: str
    function: str
    statements: list = field(default_factory=list)
    # Pairs of a name of a block and the branch statement.
    successors: list = field(default_factory=list)
    # The scopes of PTX that it is in, the innermost last.
    scopes: tuple = ()


class Source:
    """A kernel file."""

    def __init__(self, path, text, root=None, level="-O3"):
        self.path = path
        self.name = str(path.relative_to(root)) if root else path.name
        self.text = text
        header = text.split("\n", 1)[0] + text[:600]
        chip = re.search(r"chip: (\w+) ptx: ([\d.]+)", header) or re.search(r"chip=(\w+) ptx=([\d.]+)", header)
        self.spelling = {".mlir": "mlir", ".ll": "ll", ".ptx": "ptx", ".cu": "ptx"}[path.suffix]
        if self.spelling == "ptx" and not chip:
            version = re.search(r"^\.version\s+([\d.]+)", text, re.M)
            target = re.search(r"^\.target\s+(\w+)", text, re.M)
            self.chip, self.ptx = target.group(1), version.group(1)
        else:
            self.chip, self.ptx = chip.groups() if chip else ("sm_100a", "8.8")
        if path.suffix == ".cu":
            # The faults are planted into what clang makes of it. A kernel can ask for another level.
            own = re.search(r"^// chip: .* level: (-O\d)", text)
            level = own.group(1) if own else level
            self.text = clang.compile_to_ptx(path, self.chip, self.ptx, level)
        self.dialect = "gpu" if "gpu.func" in text else self.spelling
        self.blocks = []
        self.statements = []
        self.headers = []
        READERS[self.spelling](self)
        self.asm()
        for number, block in enumerate(self.blocks):
            successors(self, block, self.blocks[number + 1] if number + 1 < len(self.blocks) else None)

    def line_of(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def add(self, start, end, kind, block):
        statement = Statement(start, end, self.line_of(start), self.text[start:end], self.spelling, kind, block)
        block.statements.append(statement)
        self.statements.append(statement)
        return statement

    def is_kernel(self, header):
        """Whether a header of PTX is that of a kernel."""
        return ".entry" in self.text[header:].split("(", 1)[0]

    def label(self, block, name):
        """The name of the block at a label that a block names."""
        known = {other.name for other in self.blocks if other.function == block.function}
        return next((f"{name}@{scope}" for scope in reversed(block.scopes) if f"{name}@{scope}" in known), name)

    def of_kind(self, *names):
        return [statement for statement in self.statements if statement.kind in names]

    def has(self, *names):
        return any(statement.kind in names for statement in self.statements)

    def asm(self):
        """Adds the statements of inline assembly after the operation that holds them."""
        result = []
        for statement in self.statements:
            result.append(statement)
            if statement.spelling == "ptx" or not re.search(r"inline_asm|inline_ptx|\basm sideeffect|\basm \"", statement.text):
                continue
            string = re.search(r'"((?:[^"\\]|\\.)*)"', statement.text)
            if not string:
                continue
            statement.kind = None
            at = statement.start + string.start(1)
            for part in re.finditer(r"(?:\\0A|\\09|\s|[{}](?![$\w%{ ]))*((?:[^;\\\"]|\\(?!0A|09))+;)", string.group(1)):
                start, end = at + part.start(1), at + part.end(1)
                text = self.text[start:end]
                skip = re.match(r"\{\s+(?=\.reg|@|\w)", text)
                if skip:
                    start, text = start + skip.end(), text[skip.end():]
                inner = Statement(start, end, statement.line, text, "asm", kinds.of_ptx(text), statement.block, statement)
                predicate = re.match(r"@(!?)(\S+)\s", text)
                if predicate:
                    inner.predicate, inner.negated = predicate.group(2), bool(predicate.group(1))
                result.append(inner)
        self.statements = result


def logical_lines(text, comment):
    """Start and end of each line, joined with the lines that continue it."""
    lines = []
    offset = 0
    for line in text.split("\n"):
        body = line.strip()
        if body and not body.startswith(comment):
            start, end = offset + len(line) - len(line.lstrip()), offset + len(line.rstrip())
            previous = lines[-1] if lines else None
            joined = previous and (body.startswith(":") or text[previous[0]:previous[1]].count("[") > text[previous[0]:previous[1]].count("]"))
            if joined:
                previous[1] = end
            else:
                lines.append([start, end])
        offset += len(line) + 1
    return lines


def read_mlir(source):
    block = function = None
    for start, end in logical_lines(source.text, "//"):
        text = source.text[start:end]
        header = re.match(r"(?:llvm\.func|gpu\.func).*?@([\w.]+)", text)
        if header:
            function = header.group(1)
            block = Block("entry", function)
            source.blocks.append(block)
            source.headers.append((function, start))
            continue
        label = re.match(r"(\^\w+)(\(.*\))?:", text)
        if label:
            block = Block(label.group(1), function)
            source.blocks.append(block)
            continue
        if block is None or not re.match(r"(%|llvm\.|nvvm\.|nvgpu\.|gpu\.|scf\.|memref\.|arith\.|vector\.)", text):
            continue
        source.add(start, end, kinds.of_mlir(text), block)


def read_ll(source):
    block = function = None
    for start, end in logical_lines(source.text, ";"):
        text = source.text[start:end]
        header = re.match(r"define .*@([\w.]+)\(", text)
        if header:
            function = header.group(1)
            block = Block("entry", function)
            source.blocks.append(block)
            source.headers.append((function, start))
            continue
        label = re.match(r"([\w.]+):$", text)
        if label:
            if block.name == "entry" and not block.statements:
                block.name = label.group(1)
            else:
                block = Block(label.group(1), function)
                source.blocks.append(block)
            continue
        if text == "}":
            block = None
        if block is not None and not text.startswith(("declare", "attributes", "!", "@")):
            source.add(start, end, kinds.of_intrinsic(text), block)


def read_ptx(source):
    block = function = None
    count = opened = 0
    scopes = ()
    for start, end in logical_lines(source.text, "//"):
        text = source.text[start:end]
        if re.match(r"\{[^}]*$", text):
            opened += 1
            scopes += (opened,)
        elif re.match(r"\}\s*(//.*)?$", text):
            scopes = scopes[:-1]
        header = re.match(r"(?:\.(?:visible|weak) +)?\.(?:entry|func).*?([\w$]+)\(", text)
        if header:
            function = header.group(1)
            block = Block("entry", function)
            source.blocks.append(block)
            source.headers.append((function, start))
            continue
        label = re.match(r"([\w$]+):\s*(//.*)?$", text)
        if label:
            # The scopes of inline assembly can have labels of one name.
            name = label.group(1) if len(scopes) < 2 else f"{label.group(1)}@{scopes[-1]}"
            block = Block(name, function, scopes=scopes)
            source.blocks.append(block)
            continue
        if block is None or text.startswith((".", "{", "}")) or not text.endswith(";"):
            continue
        statement = source.add(start, end, kinds.of_ptx(text), block)
        predicate = re.match(r"@(!?)(\S+)\s", text)
        if predicate:
            statement.predicate, statement.negated = predicate.group(2), bool(predicate.group(1))
        if re.match(r"(bra|ret|exit)\b", statement.bare):
            count += 1
            block = Block(f"after.{count}", function, scopes=scopes)
            source.blocks.append(block)


READERS = {"mlir": read_mlir, "ll": read_ll, "ptx": read_ptx}


def successors(source, block, following):
    """The edges of a block. `following` is the next block of the file, into which PTX falls."""
    if not block.statements:
        if source.spelling == "ptx" and following and following.function == block.function:
            block.successors = [(following.name, None)]
        return
    last = block.statements[-1]
    if source.spelling == "mlir":
        names = re.findall(r"\^\w+", last.text) if re.match(r"llvm\.(br|cond_br|switch)", last.text) else []
    elif source.spelling == "ll":
        names = re.findall(r"label %([\w.]+)", last.text) if re.match(r"br|switch", last.text) else []
    else:
        names = []
        jump = re.match(r"bra(?:\.uni)?\s+([\w$]+)", last.bare)
        if jump:
            names.append(source.label(block, jump.group(1)))
        elif re.match(r"(ret|exit)\b", last.bare) and last.predicate:
            names.append("the end")
        ends = re.match(r"(bra|ret|exit)\b", last.bare) and not last.predicate
        if not ends and following and following.function == block.function:
            names.append(following.name)
    block.successors = [(name, last) for name in names]
