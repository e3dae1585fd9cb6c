"""Finds the rows of the feature table: few patterns that give the measured answer for every statement.

A row is a pattern and an answer. A statement needs every row whose pattern fits it, so the answer of a row is the weakest
of the statements that it fits: a row never refuses what ptxas accepts. Rows are added from the most general pattern on,
until every statement gets its answer; then rows that change nothing are taken out again.
"""

import collections
import functools
import itertools

from chips import ALWAYS, needs
from chips import join as _join
from chips import meet as _meet
from forms import is_type

# The patterns in the order in which they are tried: the number of qualifiers, and of literals about what is absent or
# about the operands.
LEVELS = [(1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (4, 0), (5, 0), (3, 1), (0, 2), (1, 2), (2, 2), (3, 2)]

# Qualifiers that need the same in every instruction, besides those with a prefix such as `.shared::cluster`.
SHARED = ("cluster", "b128")

join = functools.lru_cache(None)(_join)
meet = functools.lru_cache(None)(_meet)


def fits(pattern, key):
    """Whether a pattern fits the key of a statement: the rule of crates/target."""
    opcode, present, absent, values = pattern
    found_opcode, qualifiers, facts = key
    if opcode not in ("", found_opcode):
        return False
    types = list(qualifiers)
    for part in present:
        if not is_type(part):
            if part not in qualifiers:
                return False
        elif part not in types:
            return False
        else:
            del types[: types.index(part) + 1]
    if any(part in qualifiers for part in absent):
        return False
    return all(value in facts for value in values)


def spell(pattern):
    """The pattern as text."""
    opcode, present, absent, values = pattern
    text = opcode + "".join("." + part for part in present) + "".join("!" + part for part in absent)
    return text + "".join(" " + value for value in values)


def cost(pattern):
    """How special a pattern is."""
    _, present, absent, values = pattern
    return len(present) + 1.5 * len(absent) + 1.5 * len(values)


class Group:
    """The statements with one opcode, as bits of a number."""

    def __init__(self, opcode, answers):
        self.opcode = opcode
        self.keys = list(answers)
        self.answers = [answers[key] for key in self.keys]
        self.current = [ALWAYS] * len(self.keys)
        self.rows = {}
        self.by_answer = collections.Counter()
        for at, answer in enumerate(self.answers):
            self.by_answer[answer] |= 1 << at
        self.cache = {}

    def bits(self, literal):
        """The statements that a literal fits: a kind, and a qualifier, several types, or a value."""
        if literal not in self.cache:
            kind, what = literal
            pattern = {
                "present": (self.opcode, (what,), (), ()),
                "types": (self.opcode, what, (), ()),
                "absent": (self.opcode, (), (what,), ()),
                "value": (self.opcode, (), (), (what,)),
            }[kind]
            self.cache[literal] = sum(1 << at for at, key in enumerate(self.keys) if fits(pattern, key))
        return self.cache[literal]

    def members(self, pattern):
        """The statements that a pattern of this opcode fits."""
        _, present, absent, values = pattern
        found = (1 << len(self.keys)) - 1
        types = tuple(part for part in present if is_type(part))
        literals = [("present", part) for part in present if not is_type(part)]
        literals += [("types", types)] if types else []
        literals += [("absent", part) for part in absent] + [("value", value) for value in values]
        for literal in literals:
            found &= self.bits(literal)
        return found

    def weakest(self, members):
        """The weakest answer of some statements."""
        found = [answer for answer, bits in self.by_answer.items() if bits & members]
        return functools.reduce(join, found)

    def add(self, pattern, answer):
        """Applies a row."""
        members = self.members(pattern)
        for at in range(len(self.keys)):
            if members >> at & 1:
                self.current[at] = meet(self.current[at], answer)

    def open(self):
        """The statements without their answer."""
        return [at for at, answer in enumerate(self.answers) if self.current[at] != answer]

    def candidates(self, key, size, special):
        """The patterns of `size` qualifiers that fit a key, with `special` literals about what is absent or about the
        operands."""
        opcode, qualifiers, facts = key
        distinct = list(dict.fromkeys(qualifiers)) if size == 1 else qualifiers
        others = [("absent", part) for part in self.vocabulary if part not in qualifiers] if special else []
        # An immediate means nothing without the instruction.
        others += [("value", fact) for fact in facts if size > 1 or not fact.startswith("imm")] if special else []
        for present in itertools.combinations(distinct, size):
            for chosen in itertools.combinations(others, special):
                absent = tuple(sorted(part for kind, part in chosen if kind == "absent"))
                yield (opcode, present, absent, tuple(part for kind, part in chosen if kind == "value"))

    def learn(self, protected):
        """Adds rows until each statement has its answer."""
        empty = (self.opcode, (), (), ())
        answer = self.weakest(self.members(empty))
        if answer != ALWAYS:
            self.rows[empty] = answer
            self.add(empty, answer)
        self.vocabulary = sorted({part for key in self.keys for part in key[1]})
        for size, special in LEVELS:
            while waiting := self.open():
                found = {}
                for at in waiting:
                    for pattern in self.candidates(self.keys[at], size, special):
                        if pattern not in found and pattern not in self.rows:
                            found[pattern] = self.gain(pattern, waiting)
                best = max(found, key=lambda pattern: found[pattern][0], default=None)
                if best is None or not found[best][0][0]:
                    break
                self.rows[best] = found[best][1]
                self.add(best, found[best][1])
        self.prune(protected)
        self.close()
        return [self.keys[at] for at in self.open()]

    def gain(self, pattern, waiting):
        """How many statements a pattern brings nearer to their answer, and how many to it; and its answer."""
        members = self.members(pattern)
        answer = self.weakest(members)
        closed = better = 0
        if answer != ALWAYS:
            for other in waiting:
                if members >> other & 1:
                    after = meet(self.current[other], answer)
                    better += after != self.current[other]
                    closed += after == self.answers[other]
        return (better, closed, -cost(pattern), bin(members).count("1")), answer

    def close(self):
        """Names the instruction in each row: puts the first qualifier in, if all statements of the row share it."""
        named = {}
        for pattern, answer in self.rows.items():
            _, present, absent, values = pattern
            members = self.members(pattern)
            first = {key[1][:1] for at, key in enumerate(self.keys) if members >> at & 1}
            part = next(iter(first))
            shared = len(first) == 1 and part and "::" not in part[0] and not is_type(part[0])
            if present and shared and part[0] not in (*present, "sync"):
                pattern = (self.opcode, part + present, absent, values)
            named[pattern] = answer
        self.rows = named

    def prune(self, protected):
        """Takes out rows that change nothing, special ones first, and those of other groups are kept."""
        base = self.base
        for pattern in sorted(self.rows, key=lambda pattern: (-cost(pattern), spell(pattern))):
            if spell(pattern) in protected:
                continue
            rest = {other: answer for other, answer in self.rows.items() if other != pattern}
            self.current = list(base)
            for other, answer in rest.items():
                self.add(other, answer)
            if not self.open():
                self.rows = rest
        self.current = list(base)
        for other, answer in self.rows.items():
            self.add(other, answer)


def shared_rows(groups):
    """Rows for any opcode: qualifiers that need the same wherever they are."""
    users = collections.defaultdict(set)
    for group in groups.values():
        for key in group.keys:
            for part in key[1]:
                if part in SHARED or "::" in part:
                    users[part].add(group.opcode)
    rows = {}
    for part, opcodes in sorted(users.items()):
        if len(opcodes) < 3:
            continue
        answers = []
        for opcode in opcodes:
            group = groups[opcode]
            answers.append(group.weakest(group.bits(("present", part))))
        answer = functools.reduce(join, answers)
        if answer == ALWAYS or " " in needs(answer):
            continue
        # The qualifier itself needs it, not the opcode: for most opcodes the row says more than their own.
        more = 0
        for opcode in opcodes:
            group = groups[opcode]
            own = group.weakest((1 << len(group.keys)) - 1)
            more += meet(own, answer) != own
        if more >= 2:
            rows[("", (part,), (), ())] = answer
    return rows


def learn(answers, protected=()):
    """The rows for the answers of some keys, and the keys whose answer they do not give."""
    by_opcode = collections.defaultdict(dict)
    for key, answer in answers.items():
        by_opcode[key[0]][key] = answer
    groups = {opcode: Group(opcode, found) for opcode, found in sorted(by_opcode.items())}
    rows = shared_rows(groups)
    wrong = []
    for group in groups.values():
        for pattern, answer in rows.items():
            group.add((group.opcode, *pattern[1:]), answer)
        group.base = list(group.current)
        wrong += group.learn(protected)
    for group in groups.values():
        rows.update(group.rows)
    return rows, wrong


def table(rows):
    """The rows as text."""
    return {spell(pattern): needs(answer) for pattern, answer in rows.items()}
