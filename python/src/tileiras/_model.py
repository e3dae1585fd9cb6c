"""What the tools report, as dataclasses. The members are those of the JSON schemas in docs/schemas."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Tuple, Union

#: A launch fact: True for a flag, a number, sizes or indices of arguments, or the text of a value that is not valid.
Value = Union[bool, int, Tuple[int, ...], str]


@dataclass(frozen=True)
class Location:
    """A place in a file. Lines and columns count from 1, columns in bytes; None where the tool names only the file."""

    file: str
    line: Optional[int] = None
    column: Optional[int] = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True)
class Note:
    """More about a finding."""

    message: str
    location: Optional[Location] = None


@dataclass(frozen=True)
class Finding:
    """A message about an input: a violation of a rule, an error of MLIR or LLVM, or what ptxas says.

    >>> finding = Finding("error", "must be positive", rule="maxntid-positive", location=Location("k.mlir", 3, 1))
    >>> print(finding)
    k.mlir:3:1: error: must be positive [maxntid-positive]
    >>> finding.is_error
    True
    """

    severity: str
    message: str
    rule: Optional[str] = None
    fix: Optional[str] = None
    location: Optional[Location] = None
    notes: Tuple[Note, ...] = ()
    chips: Tuple[str, ...] = ()
    reporter: str = ""
    certainty: Optional[str] = None
    """Of a rule, `certain` if every launch that the contract allows breaks it, or `witness` if one does."""

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{place}{self.severity}: {self.message}{rule}"


@dataclass(frozen=True)
class Kernel:
    """A function with launch facts. The keys of `facts` are the names of the attributes, such as `nvvm.maxntid`.

    `stage` is `ir`, `ptx` or `cubin`. `unread` has the facts in legacy forms that no pass reads, with their text. Of a
    cubin, `program_memory` is the least shared memory that the file states for all of its kernels, in bytes, and `unknown`
    has the codes of attributes that are not known.
    """

    name: str
    stage: str
    facts: Mapping[str, Value] = field(default_factory=dict)
    chip: Optional[str] = None
    ptx: Optional[str] = None
    declared: bool = False
    explicit_cluster: bool = False
    register_cap: Optional[int] = None
    local_maxnreg: Optional[int] = None
    program_memory: Optional[int] = None
    unknown: Tuple[int, ...] = ()
    unread: Tuple[Tuple[str, str], ...] = ()

    @property
    def is_kernel(self) -> bool:
        return "nvvm.kernel" in self.facts


@dataclass(frozen=True)
class Row:
    """What became of one fact. `details` has the members that depend on the verdict: see docs/CONTRACT.md."""

    subject: str
    verdict: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_broken(self) -> bool:
        """Whether the fact was lost or invented."""
        return self.verdict in ("lost", "invented")


@dataclass(frozen=True)
class AuditedKernel:
    """The facts of one kernel on both sides of an audit."""

    name: str
    rows: Tuple[Row, ...]


@dataclass(frozen=True)
class Audit:
    """The comparison of two stages. Of a fat binary there is one for each chip."""

    before: str
    after: str
    kernels: Tuple[AuditedKernel, ...]
    chip: Optional[str] = None

    @property
    def broken(self) -> Tuple[Tuple[str, Row], ...]:
        """The facts that were lost or invented, each with the name of its kernel."""
        return tuple((kernel.name, row) for kernel in self.kernels for row in kernel.rows if row.is_broken)


@dataclass(frozen=True)
class Compiled:
    """What `compile` made, and what was found on the way: warnings and remarks."""

    code: bytes
    findings: Tuple[Finding, ...] = ()


class Error(Exception):
    """A tool refused its input or failed. `findings` are its messages, and `code` is its exit code (docs/DRIVER.md)."""

    def __init__(self, message: str, findings: Tuple[Finding, ...] = (), code: Optional[int] = None) -> None:
        super().__init__(message)
        self.findings = findings
        self.code = code


class ToolNotFound(Error):
    """No binary of the tool is in the wheel or on PATH."""
