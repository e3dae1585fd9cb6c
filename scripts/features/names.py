"""Finds the patterns of names: which intrinsics and operations need which rows of the table.

A variant has a name, parts of the name, and facts, such as immediate arguments or attributes. A pattern gives the rows
that every variant which it fits needs. Patterns are added from the most general one on, until each variant has its rows.
"""

import collections
import functools
import itertools

# The longest run of parts, by the number of runs.
LONGEST = {1: 5, 2: 2, 3: 1, 4: 1}

# The patterns in the order in which they are tried: the number of parts, of facts, and of parts or facts that are absent.
LEVELS = [
    *[(0, 0, 0), (1, 0, 0), (0, 1, 0), (2, 0, 0), (1, 1, 0), (0, 2, 0), (3, 0, 0), (2, 1, 0), (0, 0, 1), (1, 0, 1)],
    *[(0, 1, 1), (1, 2, 0), (0, 3, 0), (3, 1, 0), (2, 2, 0), (2, 0, 1), (1, 1, 1), (0, 2, 1), (4, 0, 0), (0, 4, 0)],
    *[(1, 3, 0), (4, 1, 0), (3, 2, 0), (3, 0, 1), (2, 1, 1), (1, 0, 2), (2, 0, 2), (1, 1, 2), (0, 2, 2), (3, 0, 2)],
]


def fits(pattern, variant):
    """Whether a pattern fits a variant: the rule of crates/target. Its runs of parts come in this order."""
    runs, facts, absent = pattern
    parts, given = variant
    at = 0
    for run in runs:
        while parts[at : at + len(run)] != run:
            at += 1
            if at + len(run) > len(parts):
                return False
        at += len(run)
    keys = [fact.partition("=")[0] for fact in given]
    return all(fact in given for fact in facts) and not any(part in parts or part in keys for part in absent)


@functools.cache
def runs(parts, count):
    """The ways to choose `count` runs of parts, in order."""
    if not count:
        return [()]
    found = []
    for start in range(len(parts)):
        for length in range(1, LONGEST[count] + 1):
            if start + length <= len(parts):
                run = parts[start : start + length]
                found += [(run, *rest) for rest in runs(parts[start + length :], count - 1)]
    return list(dict.fromkeys(found))


class Names:
    """The variants of one name, as bits of a number."""

    def __init__(self, variants):
        self.variants = list(variants)
        self.rows = [variants[variant] for variant in self.variants]
        self.cache = {}
        self.found = {}
        self.vocabulary = {part for parts, _ in self.variants for part in parts}
        keys = {fact.partition("=")[0] for _, facts in self.variants for fact in facts}
        self.vocabulary |= {key for key in keys if not key.startswith("$") and not key.isdigit()}

    def bits(self, literal):
        """The variants that one part, several types or one fact fit."""
        if literal not in self.cache:
            kind, what = literal
            pattern = tuple(what if kind == field else () for field in ("parts", "fact", "absent"))
            self.cache[literal] = sum(1 << at for at, variant in enumerate(self.variants) if fits(pattern, variant))
        return self.cache[literal]

    def members(self, pattern):
        """The variants that a pattern fits."""
        parts, facts, absent = pattern
        literals = [("parts", parts)] if parts else []
        literals += [("fact", (fact,)) for fact in facts] + [("absent", (part,)) for part in absent]
        every = (1 << len(self.variants)) - 1
        return functools.reduce(lambda left, literal: left & self.bits(literal), literals, every)

    def common(self, members):
        """The rows that all of some variants need."""
        return frozenset.intersection(*(rows for at, rows in enumerate(self.rows) if members >> at & 1))

    def have(self, patterns):
        """The rows that each variant gets."""
        got = [frozenset() for _ in self.variants]
        for pattern, rows in patterns.items():
            members = self.members(pattern)
            got = [had | rows if members >> at & 1 else had for at, had in enumerate(got)]
        return got

    def learn(self):
        """The patterns, each with its rows."""
        got = self.have({})
        for size, facts, absent in LEVELS:
            while waiting := [at for at, rows in enumerate(self.rows) if got[at] != rows]:
                best = self.best(waiting, got, size, facts, absent)
                if best is None:
                    break
                pattern, rows = best
                self.found[pattern] = rows
                members = self.members(pattern)
                got = [had | rows if members >> at & 1 else had for at, had in enumerate(got)]
        if waiting:
            raise SystemExit(f"no pattern for {self.variants[waiting[0]]}: {sorted(self.rows[waiting[0]] - got[waiting[0]])}")
        self.prune()
        return self.found

    def best(self, waiting, got, size, facts, absent):
        """The pattern of that size which gives most."""
        tried, best = set(), None
        for at in waiting:
            parts, given = self.variants[at]
            keys = {fact.partition("=")[0] for fact in given if not fact.startswith("$")}
            missing = sorted(self.vocabulary - set(parts) - keys) if absent else []
            chosen = itertools.product(
                runs(parts, size),
                itertools.combinations(given, facts),
                itertools.combinations(missing, absent),
            )
            for pattern in chosen:
                if pattern in tried:
                    continue
                tried.add(pattern)
                members = self.members(pattern)
                rows = self.common(members)
                gain = sum(len(rows - got[other]) for other in waiting if members >> other & 1)
                if gain and (best is None or gain > best[0]):
                    best = (gain, pattern, rows)
        return best and best[1:]

    def prune(self):
        """Takes out patterns that give nothing new, the special ones first, and rows that another pattern gives."""
        for pattern in sorted(self.found, key=lambda pattern: (-sum(map(len, pattern)), pattern)):
            rest = {other: rows for other, rows in self.found.items() if other != pattern}
            if self.have(rest) == self.rows:
                self.found = rest
        for pattern in list(self.found):
            for row in sorted(self.found[pattern]):
                fewer = {**self.found, pattern: self.found[pattern] - {row}}
                if self.have(fewer) == self.rows:
                    self.found = fewer


def learn(variants):
    """The patterns of variants: name, parts and facts, each with its rows. Names without rows have none."""
    by_name = collections.defaultdict(dict)
    for (name, parts, facts), rows in variants.items():
        by_name[name][(parts, facts)] = rows
    found = {}
    for name, group in sorted(by_name.items()):
        if any(group.values()):
            for pattern, rows in Names(group).learn().items():
                if rows:
                    found[(name, *pattern)] = rows
    return found


def spell(pattern):
    """A pattern as text."""
    name, parts, facts, absent = pattern
    text = name + "".join("*" + ".".join(run) for run in parts)
    return text + "".join(" " + fact for fact in facts) + "".join(" !" + part for part in absent)
