"""The functions of the package. Each runs a tool as a child process."""

from __future__ import annotations

import os
import subprocess
import warnings
from typing import Iterable, List, Literal, Optional, Sequence, Tuple, Union

import tileiras_tools

from . import _arguments, _read
from ._model import Audit, Compiled, Error, Finding, Kernel, ToolNotFound

Path = Union[str, "os.PathLike[str]"]
Text = Union[str, bytes]


def run(
    tool: str, arguments: Sequence[str], text: Text = b"", *, timeout: Optional[float] = None
) -> "subprocess.CompletedProcess[bytes]":
    """Runs a tool with `text` as its standard input. The exit code is not looked at.

    After `timeout` seconds the tool is killed, and `subprocess.TimeoutExpired` is raised.

    >>> run("tileiras-contract", ["--list-rules"]).stdout.decode().splitlines()[0].split()[0]
    'dim-shape'
    """
    tool, data = _arguments.string("tool", tool), _arguments.text("text", text)
    arguments = _arguments.strings("arguments", arguments)
    path = tileiras_tools.find(tool)
    if path is None:
        raise ToolNotFound(f"'{tool}' is neither in the package tileiras nor on PATH")
    # The binary of the wheel is each tool by the name that it is started with.
    return subprocess.run(
        [tool, *arguments],
        executable=path,
        input=data,
        capture_output=True,
        env=tileiras_tools.environment(),
        timeout=timeout,
    )


def _decode(data: bytes) -> str:
    return data.decode(errors="backslashreplace")


def _fail(tool: str, done: "subprocess.CompletedProcess[bytes]", findings: Tuple[Finding, ...]) -> Error:
    errors = [str(finding) for finding in findings if finding.is_error]
    text = "\n".join(errors) or _decode(done.stderr).strip() or f"exit code {done.returncode}"
    return Error(f"{tool} failed: {text}", findings, done.returncode)


def transplant(
    text: Text,
    *,
    language: Literal["mlir", "llvm"] = "mlir",
    on_conflict: Literal["error", "last", "keep"] = "error",
    form: Literal["canonical", "upstream"] = "canonical",
    passes: Iterable[str] = (),
) -> str:
    """Moves the launch facts of a module to canonical attributes, and returns the module as MLIR.

    `language` is `mlir`, or `llvm` for LLVM IR, as text or bitcode. `on_conflict` and `form` are those of the pass
    `nvvm-transplant`, and `passes` run after it. Each warning and remark is a Python warning (`UserWarning`).

    >>> print(transplant('llvm.func @k() attributes {nvvm.kernel, nvvm.maxntidx = 128 : i32} { llvm.return }').strip())
    module {
      llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
        llvm.return
      }
    }

    A fact that cannot be kept is an error:

    >>> try:
    ...     transplant('llvm.func @k() attributes {nvvm.kernel, nvvm.maxntidx = "many"} { llvm.return }')
    ... except Error as error:
    ...     print(error.findings[0].location)
    <stdin>:1:1
    """
    _arguments.choice("language", language, ["mlir", "llvm"])
    _arguments.choice("on_conflict", on_conflict, ["error", "last", "keep"])
    _arguments.choice("form", form, ["canonical", "upstream"])
    more = _arguments.strings("passes", passes)
    steps = ",".join([f"nvvm-transplant{{on-conflict={on_conflict} form={form}}}", *more])
    pipeline = f"builtin.module({steps})"
    if language == "llvm":
        tool, arguments = "tileiras-translate", ["--import-nvvm", f"--passes={pipeline}"]
    else:
        tool, arguments = "tileiras-opt", [f"--pass-pipeline={pipeline}"]
    done = run(tool, arguments, text)
    findings = _read.diagnostics(_decode(done.stderr), tool)
    if done.returncode != 0:
        raise _fail(tool, done, findings)
    for finding in findings:
        warnings.warn(str(finding), stacklevel=2)
    return done.stdout.decode()


def _list_option(name: str, values: List[str]) -> List[str]:
    joined = ",".join(values)
    return [f"--{name}={joined}"] if joined else []


def _option(name: str, value: Optional[str]) -> List[str]:
    return [] if value is None else [f"--{name}={value}"]


def _rule_options(
    chips: Iterable[str], ptx_version: Optional[str], disable: Iterable[str], warnings_as_errors: bool
) -> List[str]:
    options = _list_option("gpu-name", _arguments.strings("chips", chips))
    options += _option("ptx-version", _arguments.optional_string("ptx_version", ptx_version))
    options += _list_option("disable", _arguments.strings("disable", disable))
    return options + (["--warnings-as-errors"] if _arguments.flag("warnings_as_errors", warnings_as_errors) else [])


def check(
    paths: Iterable[Path],
    *,
    chips: Iterable[str] = (),
    ptx_version: Optional[str] = None,
    disable: Iterable[str] = (),
    warnings_as_errors: bool = False,
    pedantic: bool = False,
) -> List[Finding]:
    """Checks files of MLIR, LLVM IR and PTX against the rules, and returns all findings.

    A file that cannot be read has a finding, too. `Error` is raised if the tool could not do its work.

    >>> check(["examples/saxpy.ll"], chips=["sm_90a"])
    []
    """
    files = _arguments.paths("paths", paths)
    if not files:
        return []
    return list(_check(files, b"", chips, ptx_version, disable, warnings_as_errors, pedantic))


def _time_limit(seconds: Optional[int]) -> Tuple[List[str], Optional[float]]:
    """The option for a tool, and the seconds after which it is killed if it does not end by itself."""
    return ([], None) if seconds is None else ([f"--time-limit={seconds}"], seconds + 10)


def _check(
    files: List[str],
    text: Text,
    chips: Iterable[str] = (),
    ptx_version: Optional[str] = None,
    disable: Iterable[str] = (),
    warnings_as_errors: bool = False,
    pedantic: bool = False,
    time_limit: Optional[int] = None,
) -> Tuple[Finding, ...]:
    options = _rule_options(chips, ptx_version, disable, warnings_as_errors)
    options += ["--pedantic"] if _arguments.flag("pedantic", pedantic) else []
    limit, timeout = _time_limit(time_limit)
    arguments = ["check", "--message-format=json", *options, *limit, "--", *files]
    done = run("tileiras-contract", arguments, text, timeout=timeout)
    findings = _read.findings(_decode(done.stdout))
    if done.returncode != 0 and not any(finding.is_error for finding in findings):
        raise _fail("tileiras-contract", done, findings)
    return findings


def verify(
    text: Text,
    *,
    chips: Iterable[str] = (),
    ptx_version: Optional[str] = None,
    disable: Iterable[str] = (),
    warnings_as_errors: bool = False,
    pedantic: bool = False,
) -> List[Finding]:
    """Checks one module of MLIR, LLVM IR or PTX. Returns warnings and remarks, and raises `Error` for errors.

    >>> verify('llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>} { llvm.return }')
    []
    >>> try:
    ...     verify('llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024, 2>} { llvm.return }')
    ... except Error as error:
    ...     print(error.findings[0].rule)
    cta-thread-cap
    """
    findings = _check(["-"], text, chips, ptx_version, disable, warnings_as_errors, pedantic)
    errors = [finding for finding in findings if finding.is_error]
    if errors:
        raise Error("\n".join(str(finding) for finding in errors), findings, 3)
    return list(findings)


def facts(path: Path) -> List[Kernel]:
    """The launch facts that a file of MLIR, LLVM IR or PTX, a cubin or a fat binary states.

    >>> [kernel] = facts("examples/saxpy.ll")
    >>> kernel.name, kernel.is_kernel, kernel.facts["nvvm.maxntid"]
    ('saxpy', True, (256, 1, 1))
    """
    return _facts(_arguments.path("path", path))


def _facts(file: str, text: Text = b"", time_limit: Optional[int] = None) -> List[Kernel]:
    limit, timeout = _time_limit(time_limit)
    done = run("tileiras-contract", ["show", "--json", *limit, "--", file], text, timeout=timeout)
    if done.returncode != 0:
        raise _fail("tileiras-contract", done, _read.diagnostics(_decode(done.stderr), "tileiras-contract"))
    return _read.kernels(done.stdout.decode())


def audit(
    inputs: Union[Path, Iterable[Path]], output: Path, *, chip: Optional[str] = None, ptx_version: Optional[str] = None
) -> List[Audit]:
    """Compares the launch facts of one or more files with those of the file that was compiled from them.

    A broken contract is no exception: look at `Audit.broken`.

    >>> import pathlib, tempfile
    >>> ptx = pathlib.Path(tempfile.mkdtemp(), "saxpy.ptx")
    >>> _ = ptx.write_bytes(compile("examples/saxpy.ll", chips=["sm_90a"], emit="ptx").code)
    >>> [result] = audit("examples/saxpy.ll", ptx)
    >>> [(row.subject, row.verdict) for row in result.kernels[0].rows]
    [('nvvm.kernel', 'carried'), ('nvvm.maxntid', 'carried'), ('nvvm.minctasm', 'carried')]
    >>> result.broken
    ()
    """
    names = _arguments.paths("inputs", [inputs] if isinstance(inputs, (str, os.PathLike)) else inputs)
    names.append(_arguments.path("output", output))
    options = _option("gpu-name", _arguments.optional_string("chip", chip))
    options += _option("ptx-version", _arguments.optional_string("ptx_version", ptx_version))
    done = run("tileiras-contract", ["audit", "--json", *options, "--", *names])
    if not done.stdout:
        raise _fail("tileiras-contract", done, _read.diagnostics(_decode(done.stderr), "tileiras-contract"))
    return _read.audits(done.stdout.decode())


def compile(
    source: Path,
    *,
    chips: Iterable[str] = (),
    emit: Literal["mlir", "llvm", "ptx", "cubin", "fatbin"] = "cubin",
    ptx_version: Optional[str] = None,
    opt_level: int = 3,
    disable: Iterable[str] = (),
    warnings_as_errors: bool = False,
    ptxas: Optional[Path] = None,
    text: Text = b"",
    options: Iterable[str] = (),
) -> Compiled:
    """Compiles a file with `tileiras-cc`; for the name `-`, compiles `text`.

    Several chips give a fat binary. `options` are more options of `tileiras-cc`.

    >>> code = compile("examples/saxpy.ll", chips=["sm_90a"], emit="ptx").code
    >>> [line for line in code.decode().splitlines() if line.startswith(".maxntid")]
    ['.maxntid 256, 1, 1']
    """
    level = _arguments.number("opt_level", opt_level)
    arguments = ["--message-format=json", f"--emit={_arguments.string('emit', emit)}", f"-O{level}", "--output=-"]
    arguments += _rule_options(chips, ptx_version, disable, warnings_as_errors)
    arguments += _option("ptxas-path", None if ptxas is None else _arguments.path("ptxas", ptxas))
    arguments += _arguments.strings("options", options)
    done = run("tileiras-cc", [*arguments, "--", _arguments.path("source", source)], text)
    findings = _read.findings(_decode(done.stderr))
    if done.returncode != 0:
        raise _fail("tileiras-cc", done, findings)
    return Compiled(done.stdout, findings)
