"""The launch contracts of GPU kernels: a typed interface to the tools of tileiras.

Each function runs a tool as a child process, and raises `Error` with the findings if the tool refuses its input. The
tools are those of the wheel, or else those of PATH. `tileiras.lit` is a helper for test suites.
"""

from ._api import audit, check, compile, facts, run, transplant, verify
from ._model import (
    Audit,
    AuditedKernel,
    Compiled,
    Error,
    Finding,
    Kernel,
    Location,
    Note,
    Row,
    ToolNotFound,
    Value,
)

__all__ = [
    "Audit",
    "AuditedKernel",
    "Compiled",
    "Error",
    "Finding",
    "Kernel",
    "Location",
    "Note",
    "Row",
    "ToolNotFound",
    "Value",
    "audit",
    "check",
    "compile",
    "facts",
    "run",
    "transplant",
    "verify",
]
