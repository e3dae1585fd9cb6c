"""The chips and the PTX versions of crates/target, and requirements in the spelling of the feature table."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
_SOURCE = (ROOT / "crates/target/src/chip.rs").read_text()
_ROW = re.compile(r'row\("(sm_(\d+)([af]?))", +(\d+), (\d+), +(\d+),')
_RENAMED = {101: 110}

LAST_MINOR = {4: 3, 5: 1, 6: 5, 7: 8, 8: 8, 9: 5}
VERSIONS = [(major, minor) for major, last in LAST_MINOR.items() for minor in range(last + 1)]


class Chip:
    """A row of the table of chips."""

    def __init__(self, match):
        self.name = match[1]
        self.number = int(match[2])
        self.suffix = match[3]
        self.min = VERSIONS.index((int(match[4]), int(match[5])))
        self.family = int(match[6])
        self.canonical = (_RENAMED.get(self.number, self.number), self.suffix)

    def arch(self):
        """The name for `ptxas -arch` that reads code for the chip, without generating code."""
        number, suffix = self.canonical
        return f"compute_{max(number, 75)}{suffix}"

    def __repr__(self):
        return self.name


CHIPS = [Chip(match) for match in _ROW.finditer(_SOURCE)]
BY_NAME = {chip.name: chip for chip in CHIPS}


def text(version):
    """A version as text."""
    return "{}.{}".format(*VERSIONS[version])


def includes(kind, first, chip):
    """Whether the set of chips contains `chip`: the rules of `ChipNeed` in crates/target."""
    if kind == "from":
        return chip.number >= first.number
    if kind == "before":
        return chip.number < first.number
    if kind == "only":
        return chip.canonical == first.canonical
    return chip.suffix and first.family == chip.family and chip.canonical[0] >= first.canonical[0]


def spell(kind, first):
    """The spelling of a set of chips."""
    return {"from": "{}+", "before": "<{}", "only": "{}", "family": "{}+"}[kind].format(first.name)


_SETS = []
for _chip in CHIPS:
    kinds = {"": ["from", "before"], "f": ["family"], "a": []}[_chip.suffix]
    for _kind in kinds + ["only"]:
        _SETS.append((_kind, _chip, frozenset(i for i, c in enumerate(CHIPS) if includes(_kind, _chip, c))))

LAST = len(VERSIONS) - 1


def needs(answer):
    """The alternatives that give an answer: for each chip `None`, or the first and the last version.

    Chooses the largest set of chips first. A set fits where one range of versions gives the answer for all its chips.
    """
    left = {at for at, found in enumerate(answer) if found is not None}
    chosen = []
    while left:
        best = None
        for kind, first, members in _SETS:
            if not members or not all(answer[at] is not None for at in members) or not members & left:
                continue
            # The version of the set: the latest that explains every chip whose own version is not later.
            low = max((answer[at][0] for at in members if answer[at][0] > CHIPS[at].min), default=None)
            exact = low is not None
            low = min(answer[at][0] for at in members) if low is None else low
            high = answer[next(iter(members))][1]
            fits = all(answer[at] == (max(low, CHIPS[at].min), high) for at in members)
            if not fits:
                continue
            low = min(low, min(answer[at][0] for at in members)) if not exact else low
            size = (len(members & left), kind != "only", -CHIPS.index(first))
            if best is None or size > best[0]:
                best = (size, kind, first, members, low, high)
        if best is None:
            raise SystemExit(f"no set of chips gives {describe(answer)}")
        _, kind, first, members, low, high = best
        chosen.append((CHIPS.index(first), spell(kind, first), low, high))
        left -= members
    chosen.sort(key=lambda need: (need[2], need[0]))
    return " ".join(f"{spelled}:{text(low)}" + ("" if high == LAST else f"-{text(high)}") for _, spelled, low, high in chosen)


def describe(answer):
    """An answer, for messages."""
    return {chip.name: f"{text(found[0])}-{text(found[1])}" for chip, found in zip(CHIPS, answer) if found}


def parse(spelled):
    """The answer that a requirement stands for."""
    answer = [None] * len(CHIPS)
    for need in spelled.split():
        chips, versions = need.split(":")
        low, _, high = versions.partition("-")
        low = VERSIONS.index(tuple(map(int, low.split("."))))
        high = VERSIONS.index(tuple(map(int, high.split(".")))) if high else LAST
        name = chips.strip("<+")
        first = BY_NAME[name]
        kind = "before" if chips[0] == "<" else "only" if chips[-1] != "+" else "family" if first.suffix else "from"
        for at, chip in enumerate(CHIPS):
            if includes(kind, first, chip):
                found = (max(low, chip.min), high)
                old = answer[at]
                answer[at] = found if old is None else (min(old[0], found[0]), max(old[1], found[1]))
    return tuple(answer)


ALWAYS = tuple((chip.min, LAST) for chip in CHIPS)


def meet(left, right):
    """What satisfies both answers."""
    both = []
    for one, other in zip(left, right):
        found = one and other and (max(one[0], other[0]), min(one[1], other[1]))
        both.append(found if found and found[0] <= found[1] else None)
    return tuple(both)


def join(left, right):
    """The weakest answer that both satisfy."""
    return tuple(
        other if one is None else one if other is None else (min(one[0], other[0]), max(one[1], other[1]))
        for one, other in zip(left, right)
    )
