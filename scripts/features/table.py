"""Reads and writes the feature table, and the sample of statements that the tests use."""

import functools

import chips
import learn

TABLE = chips.ROOT / "crates/target/features.tsv"
SAMPLES = chips.ROOT / "crates/target/tests/measured"
HEADER = """\
# What instructions need, measured with {ptxas} by `make features`: do not edit, see docs/TARGETS.md.
# kind, pattern, and what it needs: one of several sets of chips with their PTX versions.
"""


def parse(text):
    """The rows of a table: statements by pattern, and registers by name."""
    rows, registers = {}, {}
    for line in text.splitlines():
        kind, _, rest = line.partition("\t")
        pattern, _, needed = rest.partition("\t")
        if kind == "register":
            registers[pattern] = chips.parse(needed)
        elif kind == "instruction":
            mnemonic, *values = pattern.split(" ")
            present, *absent = mnemonic.split("!")
            opcode, *qualifiers = present.split(".")
            rows[(opcode, tuple(qualifiers), tuple(absent), tuple(values))] = chips.parse(needed)
    return rows, registers


class Rows:
    """The rows by opcode, to look statements up."""

    def __init__(self, rows, registers):
        self.rows, self.registers = rows, registers
        self.by_opcode = {}
        for pattern, answer in rows.items():
            self.by_opcode.setdefault(pattern[0], []).append((pattern, answer))

    def fitting(self, form):
        """The rows that a statement needs: name and answer."""
        found = []
        for pattern, answer in [*self.by_opcode.get(form.key[0], []), *self.by_opcode.get("", [])]:
            if learn.fits(pattern, form.key):
                found.append((learn.spell(pattern), answer))
        return found + [(name, self.registers[name]) for name in dict.fromkeys(form.registers) if name in self.registers]

    def answer(self, form):
        """What all the rows of a statement give."""
        return functools.reduce(chips.meet, (answer for _, answer in self.fitting(form)), chips.ALWAYS)


def write(version, directives, rows, registers):
    """Writes the table."""
    order = {learn.spell(pattern): (learn.cost(pattern), learn.spell(pattern)) for pattern in rows}
    lines = [("directive", name, chips.needs(answer)) for name, answer in directives.items()]
    lines += [("register", name, chips.needs(answer)) for name, answer in sorted(registers.items())]
    # The general rows of an opcode come before the special ones, and rows for any opcode last: so do the features of an
    # instruction.
    spelled = sorted(rows, key=lambda pattern: (not pattern[0], pattern[0], order[learn.spell(pattern)]))
    lines += [("instruction", learn.spell(pattern), chips.needs(rows[pattern])) for pattern in spelled]
    TABLE.write_text(HEADER.format(ptxas=version) + "".join("\t".join(line) + "\n" for line in lines))


def sample(statements, rows):
    """Writes a statement for each set of rows that some statement needs."""
    chosen = {}
    for statement, form in sorted(statements.items(), key=lambda item: (len(item[0]), item[0])):
        chosen.setdefault(frozenset(name for name, _ in rows.fitting(form)), statement)
    (SAMPLES / "statements.txt").write_text("\n".join(sorted(chosen.values())) + "\n")
    return len(chosen)
