"""What the tools say about a kernel."""

import pathlib
import re
import subprocess
from dataclasses import dataclass

FINDING = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):\d+: (?P<severity>error|warning|remark): (?P<text>.*?)(?: \[(?P<rule>[a-z0-9-]+)\])?$", re.M)
PLACELESS = re.compile(r"^(?:\S+: )?(?P<severity>error|warning): (?P<text>.*?)(?: \[(?P<rule>[a-z0-9-]+)\])?$", re.M)


@dataclass(frozen=True)
class Finding:
    line: int
    severity: str
    rule: str
    text: str


class Tools:
    def __init__(self, folder, scratch):
        self.folder = pathlib.Path(folder)
        self.scratch = scratch
        self.checks = "check" in self.run("tileiras-contract", "--help")[1]
        usage = self.run("tileiras-contract", "check", "--help")[1] if self.checks else ""
        self.chip_option = next((o for o in ("--gpu-name", "--chip", "--arch") if o in usage), None)
        self.ptx_option = next((o for o in ("--ptx-version", "--ptx") if o in usage), None)

    def run(self, program, *arguments):
        done = subprocess.run([str(self.folder / program), *map(str, arguments)], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def understands(self, spelling):
        return spelling != "ptx" or self.checks

    def check(self, name, text, spelling, chip, ptx):
        """The findings for a kernel, or None and the output where the tool cannot read it."""
        path = self.scratch / (re.sub(r"\W+", "_", name) + "." + spelling)
        path.write_text(text)
        if spelling == "mlir":
            options = f"chip={chip} ptx={ptx}"
            code, output = self.run("tileiras-opt", f"--nvvm-verify={options}", path, "-o", "/dev/null")
        elif self.checks:
            named = [self.chip_option + "=" + chip] if spelling == "ll" and self.chip_option else []
            named += [self.ptx_option + "=" + ptx] if spelling == "ll" and self.ptx_option else []
            code, output = self.run("tileiras-contract", "check", *named, path)
        else:
            code, output = self.run("tileiras-cc", "--emit=mlir", f"--gpu-name={chip}", f"--ptx-version={ptx}", path, "-o", self.scratch / "out.mlir")
        path.unlink()
        found = findings(output)
        unread = [f for f in found if f.severity == "error" and not f.rule]
        if unread or code and not found:
            return None, output
        return [f for f in found if f.severity != "remark"], output


def findings(output):
    result = []
    for line in output.splitlines():
        found = FINDING.match(line)
        if found:
            result.append(Finding(int(found["line"]), found["severity"], found["rule"], found["text"]))
            continue
        found = PLACELESS.match(line)
        if found:
            result.append(Finding(0, found["severity"], found["rule"], found["text"]))
    return result
