"""Compares the verdict of `tileiras-contract check` about each measured statement of PTX with that of ptxas."""

import collections
import concurrent.futures
import fnmatch
import json
import pathlib
import subprocess

import chips
import forms
import intrinsics
import ptxas

RULES = ("cluster-instruction-target", "tcgen05-target", "clc-target", "clc-multicast-target", "instruction-target")
VERSIONS = ["6.3", "7.0", "7.8", "8.0", "8.3", "8.6", "8.8", "9.0", "9.5"]
# The statements of a file: at most 1,000 errors are printed, and there may be several about one.
_STATEMENTS = 200
# The exit codes of success, and of a rule that rejects the file.
_ACCEPTED, _REJECTED = 0, 3
EXCEPTIONS = pathlib.Path(__file__).with_name("exceptions.txt")


def reported(tool, statements, chip, version):
    """The statements about which a rule says that the target lacks something, by index."""
    header = [f".version {chips.text(version)}", f".target {chip.name}", ".address_size 64"]
    found = set()
    for first in range(0, len(statements), _STATEMENTS):
        part = statements[first : first + _STATEMENTS]
        text = "\n".join([*header, *(ptxas.kernel(f"k{at}", statement) for at, statement in enumerate(part))]) + "\n"
        command = [tool, "check", "--no-config", "--message-format=json", "-"]
        ran = subprocess.run(command, input=text, capture_output=True, text=True)
        findings = [json.loads(line) for line in ran.stdout.splitlines()]
        errors = [finding for finding in findings if finding["severity"] == "error"]
        if ran.returncode != (_REJECTED if errors else _ACCEPTED):
            raise SystemExit(f"{chip} {chips.text(version)}: exit code {ran.returncode}\n{ran.stderr[:600]}")
        lines = {finding["location"]["line"] for finding in errors if finding["rule"] in RULES}
        found |= {first + line - 1 - len(header) for line in lines}
    return found


def exceptions():
    """The named exceptions: patterns of statements, each with its reason."""
    lines = [line for line in EXCEPTIONS.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("\t") for line in lines)


def compare(tool, statements, targets, show, named):
    """Compares for all targets, and prints the totals. Returns the number of differences without a name, and the names of
    the others."""
    same = different = 0
    used = collections.Counter()

    def verdicts(target):
        return reported(tool, statements, *target), set(ptxas.rejected(statements, *target))

    with concurrent.futures.ThreadPoolExecutor(ptxas.JOBS) as pool:
        for (chip, version), (ours, theirs) in zip(targets, pool.map(verdicts, targets)):
            same += len(statements) - len(ours ^ theirs)
            for at in sorted(ours ^ theirs):
                pattern = next((pattern for pattern in named if fnmatch.fnmatchcase(statements[at], pattern)), None)
                # An exception is what is not reported: what ptxas accepts is never reported.
                if pattern and at not in ours:
                    used[pattern] += 1
                    continue
                different += 1
                if different <= show:
                    verdict = "reported, but ptxas accepts it" if at in ours else "not reported, but ptxas rejects it"
                    print(f"  {chip} {chips.text(version)} {statements[at]}: {verdict}", flush=True)
    print(f"{len(statements)} statements, {len(targets)} targets: {same} answers are the same, ", end="")
    print(f"{used.total()} named exceptions, {different} differ", flush=True)
    return different, set(used)


def main(folder, wanted, only, show):
    """Compares. The result is the exit code."""
    targets = [
        (chip, version)
        for chip in chips.CHIPS
        if not wanted or chip.name in wanted
        for version in sorted({chip.min, *(chips.VERSIONS.index(tuple(map(int, v.split(".")))) for v in VERSIONS)})
        if version >= chip.min
    ]
    written = forms.written()
    statements, _ = ptxas.plausible([s for s in written + intrinsics.emitted(written) if only in s])
    if not targets or not statements:
        raise SystemExit("nothing is compared")
    named = exceptions()
    different, used = compare(str(folder / "tileiras-contract"), statements, targets, show, named)
    for pattern in set(named) - used if not (wanted or only) else ():
        print(f"no difference is the named exception {pattern}")
        different += 1
    return 1 if different else 0
