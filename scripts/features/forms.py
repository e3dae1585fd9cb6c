"""The statements of forms*.txt, and the parts of a statement that the feature table knows."""

import itertools
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
_VECTOR = re.compile(r"\$(\d)(rd|rs|r|fd|f)\b")
_ALTERNATIVES = re.compile(r"<([^<>]*)>")
_TYPE = re.compile(r"(b|u|s|f|tf|bf|e|ue)\d")
_REGISTER = re.compile(r"%([A-Za-z_][\w$]*(?:\.[xyzw])?)")
_ORDINARY = re.compile(r"(p|b|rs|r|rd|rq|f|fd|SP|SPL|h|hh)\d*$")


def templates():
    """The lines of the corpus."""
    for path in sorted(HERE.glob("forms*.txt")):
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                yield line


def expand(template):
    """The statements of a template."""
    parts = _ALTERNATIVES.split(template)
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    for chosen in itertools.product(*choices):
        line = "".join(chosen).replace("~", "|")
        yield _VECTOR.sub(lambda m: "{" + ", ".join(f"%{m[2]}{n + 1}" for n in range(int(m[1]))) + "}", line)


def written():
    """Every statement of the corpus, once."""
    return list(dict.fromkeys(line for template in templates() for line in expand(template)))


def is_type(qualifier):
    """Whether a qualifier is a type: types keep their order. The rule of crates/target."""
    return bool(_TYPE.match(qualifier))


def count(operands):
    """The number of operands, with brackets as one."""
    depth, commas = 0, 0
    for letter in operands:
        depth += (letter in "{[(") - (letter in "}])")
        commas += letter == "," and depth == 0
    return commas + 1 if operands.strip() else 0


def parse(statement):
    """The mnemonic and the operands of a statement."""
    statement = re.sub(r"^@!?%\w+\s+", "", statement.strip().rstrip(";"))
    mnemonic, _, operands = statement.replace("\t", " ").partition(" ")
    return mnemonic, operands.strip()


def registers(operands):
    """The special registers among the operands."""
    return [name for name in _REGISTER.findall(operands) if not _ORDINARY.match(name)]


class Form:
    """What the table knows of a statement: opcode, qualifiers in order, and a few facts about its operands."""

    def __init__(self, statement):
        mnemonic, operands = parse(statement)
        opcode, *qualifiers = mnemonic.split(".")
        facts = [f"#{count(operands)}"]
        if operands.split(",")[0].split("|")[0].strip() == "_":
            facts.append("_")
        last = operands.rpartition(",")[2].strip()
        if re.fullmatch(r"-?\d+", last):
            facts += ["imm"] + [f"imm={last}"] * (opcode == "tensormap")
        self.registers = ["%" + name.split(".")[0] for name in registers(operands)]
        self.key = (opcode, tuple(qualifiers), tuple(facts))


def shape(statement):
    """What the table knows of a statement, and how its operands are written: a texture with a sampler is not one without."""
    return Form(statement).key, re.sub(r"%[a-z]+\d+|[\d\s]", "", parse(statement)[1])
