"""Asks ptxas which statements it accepts, for every chip and PTX version.

ptxas reports every error of a file with its line, so that one run answers for all statements. It only reads the text:
`-arch compute_N` generates no code. A syntax error ends a run; its statement is taken out, and the run repeated.
"""

import collections
import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import tempfile

from chips import CHIPS, VERSIONS, text

JOBS = 2
SYNTAX = "syntax: "
_ERROR = re.compile(r", line (\d+); (error|fatal) +: (.*)")
_REGISTERS = (
    ".reg .pred %p<300>; .reg .b8 %b<9>; .reg .b16 %rs<300>; .reg .b32 %r<300>; .reg .b64 %rd<300>; "
    ".reg .f32 %f<300>; .reg .f64 %fd<300>;"
)


def binary():
    """The path of ptxas."""
    here = pathlib.Path(__file__).resolve().parents[2] / ".tools/bin/ptxas"
    return os.environ.get("TILEIRAS_PTXAS", str(here))


def kernel(name, statement):
    """A kernel of one statement, in one line."""
    # Not every chip has registers of 128 bits.
    wide = " .reg .b128 %rq<9>;" if "%rq" in statement else ""
    return f".entry {name}() {{ {_REGISTERS}{wide} {statement} ret; }}"


def _layout(blocks):
    """The text of a file after its header, and for each line the index of its statement."""
    lines, owners = [], []

    def add(line, owner):
        lines.append(line)
        owners.append(owner)

    plain = [(at, block) for at, block in enumerate(blocks) if block and "\n" not in block and "%rq" not in block]
    wide = [(at, block) for at, block in enumerate(blocks) if block and "\n" not in block and "%rq" in block]
    add(".entry statements() {", None)
    add(_REGISTERS, None)
    for at, block in plain:
        add(block, at)
    add("ret; }", None)
    for at, block in wide:
        add(kernel(f"wide{at}", block), at)
    for at, block in enumerate(blocks):
        if block and "\n" in block:
            for line in block.split("\n"):
                add(line, at)
    return lines, owners


def rejected(blocks, chip, version):
    """The statements that ptxas rejects, by index, with the first message. A block of several lines is a function."""
    blocks = list(blocks)
    found = {}
    while True:
        lines, owners = _layout(blocks)
        header = [f".version {text(version)}", f".target {chip.name}", ".address_size 64"]
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
            file.write("\n".join(header + lines) + "\n")
            file.flush()
            ran = subprocess.run(
                [binary(), "-arch", chip.arch(), file.name, "-o", "/dev/null"], capture_output=True, text=True
            )
        fatal = False
        for match in _ERROR.finditer(ran.stderr):
            owner = owners[int(match[1]) - 1 - len(header)]
            if owner is None:
                raise SystemExit(f"{chip} {text(version)}: {match[0]}")
            found.setdefault(owner, match[3])
            if match[2] == "fatal":
                fatal = True
                found[owner] = SYNTAX + match[3]
                blocks[owner] = None
        if not fatal:
            if ran.returncode and not _ERROR.search(ran.stderr):
                raise SystemExit(f"{chip} {text(version)}: {ran.stderr[:400]}")
            return found


def plausible(blocks):
    """The blocks that at least one chip accepts in the newest version, in 6.3, or before '.aligned' in 6.2."""
    chips = [chip for chip in CHIPS if chip.name in ("sm_100a", "sm_103a", "sm_107a", "sm_120a", "sm_90a", "sm_75", "sm_50")]
    asked = [(chip, version) for chip in chips for version in (len(VERSIONS) - 1, VERSIONS.index((6, 3)))]
    asked += [(chip, VERSIONS.index((6, 2))) for chip in CHIPS if chip.name == "sm_70"]
    asked = [(chip, version) for chip, version in asked if version >= chip.min]
    never = None
    syntax = {}
    for chip, version in asked:
        bad = {**rejected([None if at in syntax else block for at, block in enumerate(blocks)], chip, version), **syntax}
        # What is no statement at all is not asked again.
        syntax.update({at: why for at, why in bad.items() if why.startswith(SYNTAX) and not syntax})
        never = bad if never is None else {at: never[at] for at in never if at in bad}
    return [block for at, block in enumerate(blocks) if at not in never], {blocks[at]: why for at, why in never.items()}


def _one(blocks, target):
    return set(rejected(blocks, *target))


def ask(blocks):
    """For each block, for each chip `None` or the first and the last version that accepts it. Returns the number of runs,
    too."""
    targets = [(chip, version) for chip in CHIPS for version in range(chip.min, len(VERSIONS))]
    accepted = [collections.defaultdict(list) for _ in blocks]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for (chip, version), bad in zip(targets, pool.map(functools.partial(_one, blocks), targets)):
            for at, found in enumerate(accepted):
                if at not in bad:
                    found[chip.name].append(version)
    answers = []
    for block, found in zip(blocks, accepted):
        answer = []
        for chip in CHIPS:
            versions = found.get(chip.name)
            if versions and versions != list(range(versions[0], versions[-1] + 1)):
                raise SystemExit(f"{block}: {chip} accepts it with gaps, in {[text(v) for v in versions]}")
            answer.append((versions[0], versions[-1]) if versions else None)
        answers.append(tuple(answer))
    return answers, len(targets)
