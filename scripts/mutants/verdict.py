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

    def run(self, program, *arguments):
        done = subprocess.run([str(self.folder / program), *map(str, arguments)], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def check(self, name, text, spelling, chip, ptx):
        """The findings for a kernel, or None and the output where the tool cannot read it."""
        path = self.scratch / (re.sub(r"\W+", "_", name) + "." + spelling)
        path.write_text(text)
        target = [] if spelling == "ptx" else [f"--gpu-name={chip}", f"--ptx-version={ptx}"]
        code, output = self.run("tileiras-contract", "check", *target, path)
        path.unlink()
        found = findings(output)
        unread = [f for f in found if f.severity == "error" and not f.rule]
        if not any(f.rule for f in found):
            unread += [f for f in found if UNCHECKED.search(f.text)]
        if unread or code and not found:
            return None, output
        return [f for f in found if f.severity != "remark"], output


# What the pass says of code that cannot be compiled.
UNCHECKED = re.compile("bodies are not checked|is not checked")

# What LLVM has no instruction for on the chip.
UNSELECTED = "cannot be compiled for"


def findings(output):
    result = []
    for line in output.splitlines():
        found = FINDING.match(line)
        if found:
            rule = "instruction-target" if UNSELECTED in found["text"] else found["rule"]
            result.append(Finding(int(found["line"]), found["severity"], rule, found["text"]))
            continue
        found = PLACELESS.match(line)
        if found:
            result.append(Finding(0, found["severity"], found["rule"], found["text"]))
    return result
