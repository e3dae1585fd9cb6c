"""The tools that are compared, and how they are run."""

import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
LLVM = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"), "bin")
# The newest PTX version of LLVM 22, which tileiras-cc uses if none is given.
NEWEST_PTX = "9.0"
SECONDS = 300


@dataclass(frozen=True)
class Run:
    """A process that has ended."""

    command: list
    code: int
    out: bytes
    err: str

    def text(self):
        """The command as one would type it, from the root of the repository."""
        return shlex.join(relative(part) for part in self.command)

    def error(self):
        """The first line that states an error, or else the first line."""
        lines = [line.strip() for line in self.err.splitlines() if line.strip()]
        found = [line for line in lines if re.search(r"\b(error|fatal|Assertion|LLVM ERROR|UNREACHABLE)\b", line)]
        return (found or lines or [f"no message, exit code {self.code}"])[0]

    def warnings(self):
        return [line for line in self.err.splitlines() if re.search(r"\bwarning\s*:", line, re.IGNORECASE)]

    def failure(self, name):
        return {"name": name, "command": self.text(), "code": self.code, "error": relative(self.error())}


def relative(text):
    return str(text).replace(f"{ROOT}/", "")


def execute(*command, data=b""):
    command = [str(part) for part in command]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return Run(command, 124, b"", f"error: no end within {SECONDS} seconds")
    return Run(command, done.returncode, done.stdout, done.stderr.decode(errors="replace"))


def in_parallel(jobs, function, items):
    """The results in the order of the items."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(function, items))


def short_pointers(path):
    """The option of LLVM for a module with pointers of 32 bits to shared memory, as Triton 3.9 writes."""
    layout = re.search(r'^target datalayout = "(.*)"', path.read_text(errors="replace"), flags=re.MULTILINE)
    return ["-nvptx-short-ptr"] if layout and "-p3:32:32" in layout[1] else []


class Tools:
    def __init__(self, folder, ptx_version=None):
        self.cc = folder / "tileiras-cc"
        self.contract = folder / "tileiras-contract"
        for tool in (self.cc, self.contract, LLVM / "opt", LLVM / "llc"):
            if not tool.exists():
                raise SystemExit(f"producers: {tool} is missing; `make build` makes or installs it")
        self.ptx_version = ptx_version
        local = ROOT / ".tools/bin/ptxas"
        self.ptxas = os.environ.get("TILEIRAS_PTXAS") or (str(local) if local.exists() else "ptxas")
        os.environ["TILEIRAS_PTXAS"] = self.ptxas

    def compile(self, path, chip, output, *more):
        version = [f"--ptx-version={self.ptx_version}"] if self.ptx_version else []
        return execute(self.cc, f"--gpu-name={chip}", *version, *more, "-o", output, path)

    def stock(self, path, chip, output):
        """Writes PTX with `opt -O3 | llc -O3`, after llvm-link with libdevice if a function of it is called. Returns the
        command that failed, or the last one."""
        version = (self.ptx_version or NEWEST_PTX).replace(".", "")
        middle = output.with_suffix(".opt.bc")
        common = ["-O3", f"-mcpu={chip}", "-mtriple=nvptx64-nvidia-cuda", *short_pointers(path)]
        done, source = None, path
        if re.search(r"^declare .*@__nv_", path.read_text(errors="replace"), flags=re.MULTILINE):
            source = output.with_suffix(".linked.bc")
            linked = ["--only-needed", "--internalize", "--suppress-warnings", path, self.libdevice()]
            done = execute(LLVM / "llvm-link", *linked, "-o", source)
        if done is None or done.code == 0:
            done = execute(LLVM / "opt", *common, "-o", middle, source)
        if done.code == 0:
            done = execute(LLVM / "llc", *common, f"-mattr=+ptx{version}", "-o", output, middle)
        middle.unlink(missing_ok=True)
        return done

    def libdevice(self):
        """libdevice of the toolkit of ptxas."""
        return pathlib.Path(self.ptxas).resolve().parents[1] / "nvvm/libdevice/libdevice.10.bc"

    def assemble(self, path, chip, output):
        return execute(self.ptxas, "-O3", f"--gpu-name={chip}", "-o", output, path)
