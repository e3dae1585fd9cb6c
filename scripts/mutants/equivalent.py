"""The checked-in list of mutants that are not faulty, each with the reason.

An operator gives the reason where a rule of it does (`equivalent=` of its mutants). What a person has found is added to the
file by hand, and stays there. `--write-equivalent` brings the file up to date.
"""

HEAD = """# Mutants that are not faulty: the id of a mutant, a tab, the reason. No tool may report anything for them.
# `python3 scripts/mutants --write-equivalent` writes what the operators know, and keeps the lines that they do not.
"""


def read(path):
    result = {}
    if path.exists():
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                name, _, reason = line.partition("\t")
                result[name] = reason
    return result


def mark(mutants, known):
    """Mutants of the list are equivalent, whatever their operator knows."""
    for mutant in mutants:
        if mutant.equivalent is None:
            mutant.equivalent = known.get(mutant.id)


def differences(mutants, known):
    """What the file lacks, and what it has of mutants that no longer exist."""
    found = {mutant.id: mutant.equivalent for mutant in mutants if mutant.equivalent}
    lacking = [name for name, reason in found.items() if known.get(name) != reason]
    return lacking + [name for name in known if name not in found]


def write(path, mutants):
    lines = sorted(f"{mutant.id}\t{mutant.equivalent}" for mutant in mutants if mutant.equivalent)
    path.write_text(HEAD + "\n".join(lines) + "\n")
