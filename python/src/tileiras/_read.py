"""Reads what the tools print."""

from __future__ import annotations

import json
import re
from typing import Any, List, Mapping, Optional, Tuple

from ._model import Audit, AuditedKernel, Finding, Kernel, Location, Note, Row, Value

_DIAGNOSTIC = re.compile(
    r"(?:(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): |tileiras-[a-z-]+: )?"
    r"(?P<severity>error|warning|remark|note): (?P<message>.*)"
)
_RULE = re.compile(r"(?P<message>.*) \[(?P<rule>[a-z0-9]+(?:-[a-z0-9]+)*)\]", re.DOTALL)


def _location(value: Optional[Mapping[str, Any]]) -> Optional[Location]:
    return None if value is None else Location(value["file"], value.get("line"), value.get("column"))


def findings(output: str) -> Tuple[Finding, ...]:
    """Reads the output of `--message-format=json`: one object a line. Other lines are the text of `-v`."""
    return tuple(_finding(json.loads(line)) for line in output.splitlines() if line.startswith("{"))


def _finding(value: Mapping[str, Any]) -> Finding:
    if value["version"] != 1:
        raise ValueError(f"findings of version {value['version']}; this package reads version 1")
    return Finding(
        severity=value["severity"],
        message=value["message"],
        rule=value["rule"],
        fix=value["fix"],
        location=_location(value["location"]),
        notes=tuple(Note(note["message"], _location(note["location"])) for note in value["notes"]),
        chips=tuple(value["chips"]),
        reporter=value["reporter"],
        certainty=value.get("certainty"),
    )


def diagnostics(output: str, reporter: str) -> Tuple[Finding, ...]:
    """Reads messages in LLVM's form, as `tileiras-opt` and `tileiras-translate` print them."""
    found: List[Finding] = []
    for line in output.splitlines():
        match = _DIAGNOSTIC.fullmatch(line)
        if match is None:
            continue
        file, severity, message = match["file"], match["severity"], match["message"]
        location = Location(file, int(match["line"]), int(match["column"])) if file else None
        if severity == "note" and found:
            last = found[-1]
            notes = (*last.notes, Note(message, location))
            found[-1] = Finding(last.severity, last.message, last.rule, None, last.location, notes, (), reporter)
            continue
        with_rule = _RULE.fullmatch(message)
        rule = with_rule["rule"] if with_rule else None
        message = with_rule["message"] if with_rule else message
        found.append(Finding(severity, message, rule, location=location, reporter=reporter))
    return tuple(found)


def _value(value: Any) -> Value:
    if isinstance(value, list):
        return tuple(int(part) for part in value)
    if isinstance(value, (bool, int, str)):
        return value
    raise ValueError(f"{value!r} is no launch fact")


def kernels(output: str) -> List[Kernel]:
    """Reads the output of `tileiras-contract show --json`: a module, or a list of modules."""
    value = json.loads(output)
    modules = value if isinstance(value, list) else [value]
    return [_kernel(module, function) for module in modules for function in module["functions"]]


def _kernel(module: Mapping[str, Any], function: Mapping[str, Any]) -> Kernel:
    return Kernel(
        name=function["name"],
        stage=module["stage"],
        facts={name: _value(value) for name, value in function["facts"].items()},
        chip=module.get("chip"),
        ptx=module.get("ptx"),
        declared=function.get("declared", False),
        explicit_cluster=function.get("explicit_cluster", False),
        register_cap=function.get("register_cap"),
        local_maxnreg=function.get("local_maxnreg"),
        program_memory=function.get("program_memory"),
        unknown=tuple(function.get("unknown", ())),
        unread=tuple((name, text) for name, text in function.get("unread", [])),
    )


def audits(output: str) -> List[Audit]:
    """Reads the output of `tileiras-contract audit --json`: an audit, or a list of audits."""
    value = json.loads(output)
    return [_audit(audit) for audit in (value if isinstance(value, list) else [value])]


def _audit(value: Mapping[str, Any]) -> Audit:
    kernels = tuple(
        AuditedKernel(kernel["name"], tuple(_row(row) for row in kernel["rows"])) for kernel in value["kernels"]
    )
    return Audit(value["from"], value["to"], kernels, value.get("chip"))


def _row(value: Mapping[str, Any]) -> Row:
    details = {name: part for name, part in value.items() if name not in ("subject", "verdict")}
    return Row(value["subject"], value["verdict"], details)
