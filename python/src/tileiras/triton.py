"""Checks each kernel that Triton compiles in this process. Each finding is a Python warning at a line of the kernel.

    import tileiras.triton

    tileiras.triton.install()

Triton tells its listener (`triton.knobs.compilation.listener`) about each kernel that it compiles or loads from its
cache. `install` adds a listener that checks the PTX, and leaves Triton as it is: what it compiles, and the keys of its
cache. docs/TRITON.md describes the warnings, and what is not checked.
"""

from __future__ import annotations

import hashlib
import importlib
import math
import os
import re
import subprocess
import threading
import warnings
from dataclasses import dataclass, replace
from typing import Any, Iterable, Iterator, List, Mapping, Optional, Set, Tuple

from . import _arguments
from ._api import _check, _facts, run
from ._model import Error, Finding, Kernel, Location, ToolNotFound

__all__ = ["KernelWarning", "NotCheckedWarning", "install", "uninstall"]

#: The notes of the checker about places in the source: that of the instruction, then the calls that inline it.
_SOURCE_NOTES = ("the instruction comes from here", "it is inlined here")
_KERNEL_NOTE = "the kernel is here"


class KernelWarning(UserWarning):
    """A finding about a kernel.

    `kernel` is its name. `finding` has the rule and the lines of the PTX; it is None if what Triton launches
    contradicts what the PTX states.
    """

    def __init__(self, message: str, kernel: str, finding: Optional[Finding] = None) -> None:
        super().__init__(message)
        self.kernel = kernel
        self.finding = finding


class NotCheckedWarning(UserWarning):
    """A kernel was not checked. Triton has compiled it all the same."""


def install(*, disable: Iterable[str] = (), cached: bool = True, time_limit: int = 60) -> None:
    """Checks each kernel that Triton compiles from now on in this process. A second call does nothing.

    `disable` names rules that are not checked. Without `cached`, kernels from the cache of Triton are not checked. A
    check that takes more than `time_limit` whole seconds ends with `NotCheckedWarning`. Call `uninstall` before
    `install` for other options. `ValueError` says that there is no such rule.
    """
    global _installed
    if _arguments.number("time_limit", time_limit) < 1:
        raise ValueError(f"time_limit must be at least 1 second, got {time_limit}")
    options = _Options(
        tuple(_arguments.strings("disable", disable)),
        _arguments.flag("cached", cached),
        time_limit,
    )
    knobs = _knobs()
    _check_rules(options.disable)
    with _lock:
        if _installed is None:
            _installed = _Listener(knobs.listener, options)
            knobs.listener = _installed


def _check_rules(names: Tuple[str, ...]) -> None:
    """Refuses names of no rule. A tool that is missing is told at the first kernel."""
    try:
        listed = run("tileiras-contract", ["--list-rules"]) if names else None
    except ToolNotFound:
        return
    known = [] if listed is None else [line.split()[0] for line in listed.stdout.decode().splitlines()]
    for name in names:
        if known and name not in known:
            raise ValueError(f"disable has the unknown rule '{name}'; tileiras-contract --list-rules lists the rules")


def uninstall() -> None:
    """Ends the checks, and gives Triton the listener that it had before."""
    global _installed
    with _lock:
        listener, _installed = _installed, None
    if listener is None:
        return
    # A later listener may call this one: it stays between the two, and does nothing.
    listener.active = False
    knobs = _knobs()
    if knobs.listener is listener:
        knobs.listener = listener.previous


def _knobs() -> Any:
    """The settings of Triton for compilation."""
    try:
        triton = importlib.import_module("triton")
    except ModuleNotFoundError as error:
        if error.name != "triton":
            raise
        raise ImportError("tileiras.triton needs Triton, which is not installed: pip install triton") from error
    knobs = getattr(getattr(triton, "knobs", None), "compilation", None)
    if not hasattr(knobs, "listener"):
        raise ImportError(f"tileiras.triton needs Triton 3.4 or newer, and this is {triton.__version__}")
    return knobs


@dataclass(frozen=True)
class _Options:
    disable: Tuple[str, ...]
    cached: bool
    time_limit: int


class _Listener:
    """What Triton calls for each kernel. The listener that was there before is called first."""

    def __init__(self, previous: Any, options: _Options) -> None:
        self.previous = previous
        self.options = options
        self.active = True
        self.lock = threading.Lock()
        # The kernels whose warnings were issued, and these warnings.
        self.reported: Set[str] = set()
        self.issued: Set[Tuple[_Place, str]] = set()

    def __call__(self, **event: Any) -> None:
        if self.previous is not None:
            self.previous(**event)
        if not self.active or (event.get("cache_hit") and not self.options.cached):
            return
        place = _Place("<unknown>", 1)
        try:
            place = _function_place(event["src"])
            # The other targets have no PTX.
            if event["metadata"]["target"].backend != "cuda":
                return
            key, found = self.look(event["metadata"], event["metadata_group"], place)
        except ToolNotFound as error:
            key, found = "no tool", [(place, NotCheckedWarning(f"kernels are not checked: {error}"))]
        # No fault of the check may cost a compilation.
        except Exception as error:
            name = getattr(event.get("src"), "name", "?")
            warning = NotCheckedWarning(f"kernel '{name}' is not checked: {_reason(error)}")
            key, found = str(warning), [(place, warning)]
        self.report(key, found)

    def look(self, metadata: Mapping[str, Any], files: Mapping[str, str], place: _Place) -> Tuple[str, List[_Found]]:
        """A key that is the same for the same kernel, and the warnings about the kernel if they are new."""
        name = metadata["name"]
        path = next((path for file, path in files.items() if file.endswith(".ptx")), None)
        if path is None:
            raise Error("Triton keeps no PTX (TRITON_STORE_BINARY_ONLY)")
        with open(path, "rb") as file:
            text = file.read()
        launch = _Launch.of(metadata)
        key = f"{hashlib.sha256(text).hexdigest()} {launch}"
        with self.lock:
            if key in self.reported:
                return key, []
        limit = self.options.time_limit
        # As standard input: the project file is then that of the current folder, and not one of the cache.
        findings = _check(["-"], text, disable=self.options.disable, time_limit=limit)
        found = [_of_finding(name, path, place, finding) for finding in findings if finding.severity != "remark"]
        for kernel in _facts("-", text, limit):
            if kernel.name == name:
                found += [(place, KernelWarning(line, name)) for line in _contradictions(kernel, launch)]
        return key, found

    def report(self, key: str, found: List[_Found]) -> None:
        """Issues the warnings, unless those of the same key were issued before."""
        with self.lock:
            if key in self.reported:
                return
            self.reported.add(key)
        try:
            for place, warning in found:
                self.issue(place, warning)
        except Warning:
            # The user has made an exception of it, which comes again with the next compilation.
            with self.lock:
                self.reported.discard(key)
            raise

    def issue(self, place: _Place, warning: Warning) -> None:
        """Issues a warning, unless an unrolled loop or another variant of the kernel had the same one at the line."""
        with self.lock:
            if (place, str(warning)) in self.issued:
                return
        warnings.warn_explicit(warning, type(warning), place.file, place.line)
        with self.lock:
            self.issued.add((place, str(warning)))


_lock = threading.Lock()
_installed: Optional[_Listener] = None


@dataclass(frozen=True)
class _Place:
    """A line of a Python file."""

    file: str
    line: int


_Found = Tuple[_Place, Warning]


def _reason(error: Exception) -> str:
    """Why a kernel is not checked, in one line.

    >>> _reason(Error("tileiras-contract failed: no memory\\nmore text"))
    'tileiras-contract failed: no memory'
    >>> _reason(KeyError("version"))
    "KeyError: 'version'"
    """
    if isinstance(error, subprocess.TimeoutExpired):
        return f"the tool has not ended after {error.timeout:g} seconds"
    text = str(error) if isinstance(error, Error) else f"{type(error).__name__}: {error}"
    return text.partition("\n")[0]


def _function_place(source: Any) -> _Place:
    """The place of the kernel's function, or of the file that has the kernel in an IR."""
    code = getattr(getattr(getattr(source, "fn", None), "fn", None), "__code__", None)
    if code is not None:
        return _Place(code.co_filename, code.co_firstlineno)
    return _Place(str(getattr(source, "path", "<unknown>")), 1)


def _of_finding(name: str, ptx: str, function: _Place, finding: Finding) -> _Found:
    """A finding as a warning at the line of Python that the instruction comes from."""
    if finding.rule is None:
        return function, NotCheckedWarning(f"kernel '{name}' is not checked: {finding.message}")
    # The places of the finding, and after each other note those of what it is about.
    places: List[_Place] = []
    notes: List[Tuple[str, Optional[int], List[_Place]]] = []
    for note in finding.notes:
        line = note.location.line if note.location else None
        if note.message in _SOURCE_NOTES and note.location is not None and line is not None:
            (notes[-1][2] if notes else places).append(_Place(note.location.file, line))
        elif note.message != _KERNEL_NOTE:
            notes.append((note.message, line, []))
    lines = [f"kernel '{name}': {finding.severity}: {finding.message} [{finding.rule}]"]
    for message, line, sources in notes:
        if sources:
            source = _of_user(sources, function)
            lines.append(f"  note: {message}: {source.file}:{source.line}")
        else:
            lines.append(f"  note: {message}" + (f": line {line} of the PTX" if line else ""))
    place = _of_user(places, function)
    lines += [f"  note: from {other.file}:{other.line}" for other in places if other != place]
    return place, KernelWarning("\n".join(lines), name, _in_file(finding, ptx))


def _of_user(places: List[_Place], function: _Place) -> _Place:
    """The innermost place that is not in Triton's own library, such as `tl.sum`; else the innermost one."""
    library = os.path.join(os.path.dirname(str(importlib.import_module("triton").__file__)), "")
    return next((place for place in places if not place.file.startswith(library)), (places or [function])[0])


def _in_file(finding: Finding, path: str) -> Finding:
    """The finding about the file that was checked as standard input."""

    def named(location: Optional[Location]) -> Optional[Location]:
        if location is None or location.file != "<stdin>":
            return location
        return Location(path, location.line, location.column)

    notes = tuple(replace(note, location=named(note.location)) for note in finding.notes)
    return replace(finding, location=named(finding.location), notes=notes)


#: The first release of Triton whose PTX states the cluster. Before, only the launch does.
_FIRST_WITH_CLUSTER = (3, 9)


@dataclass(frozen=True)
class _Launch:
    """What Triton launches a kernel with, and the cap on registers that was asked for.

    `tileiras-contract check` judges the entries of Triton's cache in the same way: crates/driver/src/contract/cache.rs.
    """

    threads: int
    cluster: int
    maxnreg: Optional[int]
    states_cluster: bool = True
    """Whether the PTX of a kernel with a cluster states it."""

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> _Launch:
        threads = metadata["num_warps"] * metadata["target"].warp_size
        sizes = metadata.get("cluster_dims")
        cluster = metadata.get("num_ctas", 1) if sizes is None else math.prod(sizes)
        states_cluster = _release(metadata.get("triton_version")) >= _FIRST_WITH_CLUSTER
        return cls(threads, cluster, metadata.get("maxnreg"), states_cluster)


def _release(version: Any) -> Tuple[int, ...]:
    """The first two numbers of a version; empty if it is not known.

    >>> _release("3.10.0+git"), _release("3.9"), _release(None)
    ((3, 10), (3, 9), ())
    """
    parts = str(version).split(".")[:2]
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else ()


def _contradictions(kernel: Kernel, launch: _Launch) -> Iterator[str]:
    """What the PTX states and the launch does not keep.

    >>> kernel = Kernel("k", "ptx", {"nvvm.reqntid": (128, 1, 1)})
    >>> list(_contradictions(kernel, _Launch(256, 1, None)))
    ["kernel 'k': Triton launches 256 threads, and '.reqntid' of the PTX requires 128"]
    >>> list(_contradictions(kernel, _Launch(128, 2, None)))
    ["kernel 'k': Triton launches clusters of 2, and the PTX states none"]
    >>> list(_contradictions(kernel, _Launch(128, 1, None)))
    []
    """

    def number(name: str) -> Optional[int]:
        value = kernel.facts.get(name)
        if isinstance(value, tuple):
            return math.prod(value)
        return value if isinstance(value, int) else None

    start = f"kernel '{kernel.name}': Triton"
    required, most = number("nvvm.reqntid"), number("nvvm.maxntid")
    # Triton compiles for one block, whether it states the exact one or a bound.
    if required is not None:
        if required != launch.threads:
            yield f"{start} launches {launch.threads} threads, and '.reqntid' of the PTX requires {required}"
    elif most is not None and most != launch.threads:
        yield f"{start} launches {launch.threads} threads, and '.maxntid' of the PTX allows {most}"
    cluster, rank = number("nvvm.cluster_dim"), number("nvvm.maxclusterrank")
    if cluster is not None and cluster != launch.cluster:
        yield f"{start} launches clusters of {launch.cluster}, and '.reqnctapercluster' of the PTX requires {cluster}"
    elif rank is not None and rank < launch.cluster:
        yield f"{start} launches clusters of {launch.cluster}, and '.maxclusterrank' of the PTX allows {rank}"
    elif cluster is None and rank is None and launch.cluster > 1 and launch.states_cluster:
        yield f"{start} launches clusters of {launch.cluster}, and the PTX states none"
    registers = number("nvvm.maxnreg")
    if registers != launch.maxnreg and launch.maxnreg is not None:
        states = "lacks it" if registers is None else f"has {registers}"
        yield f"{start} was asked for 'maxnreg' {launch.maxnreg}, and the PTX {states}"
