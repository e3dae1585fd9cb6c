"""Runs LLVM's back end on many functions, and reads the PTX of each.

The back end ends the process where it cannot select an instruction. Its message names the function, which is taken out
before the next run.
"""

import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess

from chips import VERSIONS

JOBS = 2
CHUNK = 400
TOOLS = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"), "bin")
_CRASHED = re.compile(r"on function '@(\w+)'")
_PARSE = re.compile(r"<stdin>:(\d+):\d+: error: (.*)")
_FUNCTION = re.compile(r"^\.visible \.(?:func|entry)\b.*?\b(\w+)\(", re.M)


def tool(name, arguments, text):
    """Runs a tool of LLVM."""
    quiet = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}
    return subprocess.run([str(TOOLS / name), *arguments], input=text, capture_output=True, text=True, env=quiet)


@functools.cache
def _help():
    """What the back end says about its targets."""
    ran = tool("llc", ["-march=nvptx64", "-mcpu=help"], "")
    return ran.stdout + ran.stderr


def chips():
    """The chips that the back end knows."""
    return set(re.findall(r"(?m)^ +(sm_\w+) +- Select", _help()))


def nearest(version):
    """The PTX version of the back end for a version of ptxas: the last one that is not later, such as 63."""
    known = sorted(int(number) for number in set(re.findall(r"(?m)^ +ptx(\d+) +- ", _help())))
    major, minor = VERSIONS[version]
    return max(number for number in known if number <= 10 * major + minor)


def _module(functions, names):
    """A module of some functions: each a list of declarations and a definition."""
    declared = dict.fromkeys(line for name in names for line in functions[name][0])
    bodies = "\n".join(functions[name][1] for name in names)
    return 'target triple = "nvptx64-nvidia-cuda"\n' + "\n".join(declared) + "\n" + bodies + "\n"


def split(ptx):
    """The text of each function of a PTX file."""
    found, name, body, depth = {}, None, [], 0
    for line in ptx.splitlines():
        start = re.match(r"^\s*(?:\.visible )?\.(?:func|entry)\b", line)
        if start and not line.rstrip().endswith(";"):
            body, name, depth = [], None, 0
        body.append(line)
        code = line.partition("//")[0]
        depth += code.count("{") - code.count("}")
        if name is None and (match := re.search(r"\b(case\d+)\(", line)):
            name = match[1]
        if "}" in code and not depth and name:
            found[name] = "\n".join(body)
            body, name = [], None
    return found


def _run(functions, names, chip, version):
    """The PTX of each function that the back end can select, and the message of each other."""
    names, bad = list(names), {}
    arguments = [f"-mcpu={chip}", f"-mattr=+ptx{version}", "--disable-symbolication", "-verify-machineinstrs=0"]
    start = 0
    while start < len(names):
        # Functions before `start` are known to be fine.
        ran = tool("llc", arguments + ["-o", "-"], _module(functions, names[start:]))
        if ran.returncode == 0 and not ran.stderr.strip():
            break
        match = _CRASHED.search(ran.stderr)
        if match:
            at = names.index(match[1])
            bad[names[at]] = ran.stderr.split("\n", 1)[0]
            start = at
            del names[at]
            continue
        listed = set(re.findall(r"in function (?:@)?(case\d+)", ran.stderr)) | set(re.findall(r"@(case\d+)\b", ran.stderr))
        if not listed:
            return _halves(functions, names, chip, version, {}, bad, ran.stderr)
        for name in listed & set(names):
            bad[name] = next((line for line in ran.stderr.splitlines() if name in line), ran.stderr.split("\n", 1)[0])
        names = [name for name in names if name not in bad]
    texts = {}
    while names:
        ran = tool("llc", arguments + ["-o", "-"], _module(functions, names))
        if not ran.returncode:
            texts = split(ran.stdout)
            break
        refused = dict(re.findall(r"(?m)^(?:.*?in function )(case\d+)\b[^:]*: (.*)$", ran.stderr))
        if not refused:
            return _halves(functions, names, chip, version, texts, bad, ran.stderr)
        bad.update(refused)
        names = [name for name in names if name not in refused]
    return texts, bad


def _halves(functions, names, chip, version, texts, bad, message):
    """Runs both halves of the functions, after a message that does not name any."""
    if len(names) == 1:
        return texts, {**bad, names[0]: message.split("\n", 1)[0]}
    for part in (names[: len(names) // 2], names[len(names) // 2 :]):
        found, refused = _run(functions, part, chip, version)
        texts, bad = {**texts, **found}, {**bad, **refused}
    return texts, bad


def select(functions, names, chip, version):
    """The PTX of each function for a target, and why the back end rejects the others."""
    names = sorted(names)
    chunks = [names[at : at + CHUNK] for at in range(0, len(names), CHUNK)]
    texts, bad = {}, {}
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for found, refused in pool.map(lambda chunk: _run(functions, chunk, chip, version), chunks):
            texts.update(found)
            bad.update(refused)
    return texts, bad


def statements(text):
    """The statements of a function, without those that only move parameters."""
    body = text.partition("\n{")[2].rpartition("}")[0]
    body = re.sub(r"//.*", "", body)
    for part in body.split(";"):
        part = re.sub(r"^(?:[\s{}]|[$\w]+:(?!:))+", "", part)
        part = re.sub(r"\s+", " ", part).strip()
        if not part or part.startswith((".", "ret", "call", "bra", "exit")) or re.search(r"\b(ld|st)\.param\b|_param_\d", part):
            continue
        yield part + ";"
