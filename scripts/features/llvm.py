"""Runs LLVM's back end on many functions, and reads the PTX of each.

The back end ends the process where it cannot select an instruction. Its message names the function, which is taken out
before the next run.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess

JOBS = 2
CHUNK = 400
TOOLS = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"), "bin")
_CRASHED = re.compile(r"on function '@(\w+)'")


def tool(name, arguments, text):
    """Runs a tool of LLVM."""
    quiet = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}
    return subprocess.run([str(TOOLS / name), *arguments], input=text, capture_output=True, text=True, env=quiet)


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
    """The PTX of each function that the back end can select."""
    names = list(names)
    arguments = [f"-mcpu={chip}", f"-mattr=+ptx{version}", "--disable-symbolication", "-verify-machineinstrs=0"]
    start = 0
    while start < len(names):
        # Functions before `start` are known to be fine.
        ran = tool("llc", arguments + ["-o", "-"], _module(functions, names[start:]))
        if ran.returncode == 0 and not ran.stderr.strip():
            break
        match = _CRASHED.search(ran.stderr)
        if match:
            start = names.index(match[1])
            del names[start]
            continue
        listed = set(re.findall(r"in function (?:@)?(case\d+)", ran.stderr)) | set(re.findall(r"@(case\d+)\b", ran.stderr))
        if not listed:
            return _halves(functions, names, chip, version)
        names = [name for name in names if name not in listed]
    while names:
        ran = tool("llc", arguments + ["-o", "-"], _module(functions, names))
        if not ran.returncode:
            return split(ran.stdout)
        refused = set(re.findall(r"(?m)^(?:.*?in function )(case\d+)\b[^:]*: .*$", ran.stderr))
        if not refused:
            return _halves(functions, names, chip, version)
        names = [name for name in names if name not in refused]
    return {}


def _halves(functions, names, chip, version):
    """Runs both halves of the functions, after a message that does not name any."""
    if len(names) == 1:
        return {}
    middle = len(names) // 2
    return {**_run(functions, names[:middle], chip, version), **_run(functions, names[middle:], chip, version)}


def select(functions, names, chip, version):
    """The PTX of each function that the back end can select for a target."""
    names = sorted(names)
    chunks = [names[at : at + CHUNK] for at in range(0, len(names), CHUNK)]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        found = pool.map(lambda chunk: _run(functions, chunk, chip, version), chunks)
        return {name: text for texts in found for name, text in texts.items()}


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
