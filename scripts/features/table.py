"""Reads and writes the feature table, and the samples of it that the tests use."""

import functools
import pathlib

import chips
import learn
import names

TABLE = chips.ROOT / "crates/target/features.tsv"
SAMPLES = chips.ROOT / "crates/target/tests/measured"
HEADER = """\
# What instructions need, measured with {ptxas} by `make features`: do not edit, see docs/TARGETS.md.
# kind, pattern, and what it needs: one of several sets of chips with their PTX versions, or the patterns of instructions.
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

    def named(self, name):
        """The answer of the row with that name."""
        return next((answer for pattern, answer in self.rows.items() if learn.spell(pattern) == name), None) or self.registers[name]

    def answer(self, form):
        """What all the rows of a statement give."""
        return functools.reduce(chips.meet, (answer for _, answer in self.fitting(form)), chips.ALWAYS)

    def names(self, form):
        """The names of the rows of a statement, without shared ones that another row implies."""
        found = self.fitting(form)
        return frozenset(
            name
            for name, answer in found
            if not (
                name.startswith(".")
                and any(other != name and not other.startswith(".") and chips.meet(answer, more) == more for other, more in found)
            )
        )


def write(version, directives, rows, registers, intrinsics, operations):
    """Writes the table."""
    order = {learn.spell(pattern): (learn.cost(pattern), learn.spell(pattern)) for pattern in rows}
    lines = [("directive", name, chips.needs(answer)) for name, answer in directives.items()]
    lines += [("register", name, chips.needs(answer)) for name, answer in sorted(registers.items())]
    # The general rows of an opcode come before the special ones, and rows for any opcode last: so do the features of an
    # instruction.
    spelled = sorted(rows, key=lambda pattern: (not pattern[0], pattern[0], order[learn.spell(pattern)]))
    lines += [("instruction", learn.spell(pattern), chips.needs(rows[pattern])) for pattern in spelled]
    for kind, found in (("intrinsic", intrinsics), ("operation", operations)):
        for pattern in sorted(found, key=names.spell):
            needed = sorted(found[pattern])
            lines.append((kind, names.spell(pattern), "|".join(needed)))
    TABLE.write_text(HEADER.format(ptxas=version) + "".join("\t".join(line) + "\n" for line in lines))


def sample(statements, rows):
    """Writes a statement for each set of rows that some statement needs."""
    chosen = {}
    for statement, form in sorted(statements.items(), key=lambda item: (len(item[0]), item[0])):
        chosen.setdefault(frozenset(name for name, _ in rows.fitting(form)), statement)
    (SAMPLES / "statements.txt").write_text("\n".join(sorted(chosen.values())) + "\n")
    return len(chosen)


def sample_names(file, variants, found):
    """Writes a variant for each set of patterns that some variant fits."""
    by_name = {}
    for pattern, needed in found.items():
        by_name.setdefault(pattern[0], []).append(pattern)
    chosen = {}
    for (name, parts, facts), needed in sorted(variants.items(), key=lambda item: str(item)):
        fitting = frozenset(pattern for pattern in by_name.get(name, []) if names.fits(pattern[1:], (parts, facts)))
        chosen.setdefault(fitting or name, "\t".join([".".join((name, *parts)), " ".join(facts), "|".join(sorted(needed))]))
    (SAMPLES / file).write_text("\n".join(sorted(chosen.values())) + "\n")
    return len(chosen)
