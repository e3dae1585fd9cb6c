"""A mutant: a kernel with one fault, and the rules that may report it."""

from dataclasses import dataclass, field


@dataclass
class Mutant:
    operator: str
    source: object
    edits: list
    rules: frozenset
    # Lines of the kernel at which a report is expected.
    lines: set
    note: str = ""
    # Why the mutant is not faulty, where that is so.
    equivalent: str = None
    number: int = 0
    chip: str = None
    results: dict = field(default_factory=dict)

    @property
    def id(self):
        return f"{self.source.name}:{self.operator}#{self.number}"


def make(operator, source, edits, rules, statements, note="", equivalent=None, chip=None):
    lines = {statement.line for statement in statements}
    return Mutant(operator, source, edits, frozenset(rules), lines, note, equivalent, chip=chip)
