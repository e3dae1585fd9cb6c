#!/usr/bin/env python3
"""Checks the samples of this folder: `check.py FOLDER-OF-THE-TOOLS`. Needs stock LLVM 22, and no producer.

- Stock `opt` verifies each `.ll` file, stock `mlir-opt` reads each `.mlir` file.
- `--import-nvvm` makes of each `.ll` file what stock `--import-llvm` makes of it, but for launch facts.
- `--nvvm-launch` changes nothing in a `.mlir` file, or in a `.ll` file that stock LLVM imported, but launch facts.
"""

import argparse
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STOCK = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin"

# Where a launch fact can be: the dictionary of a function or module, its calling convention, `passthrough`, an argument.
FACT = re.compile(
    r'\["nvvm\.\w+"(?:, "[^"]*")?\]|"nvvm\.\w+"|\bnvvm\.(?:kernel|maxntid|reqntid|minctasm|maxnreg|cluster_dim|'
    r"cluster_max_blocks|maxclusterrank|grid_constant|annotations_transplanted)\b(?: = (?:array<[^>]*>|\d+ : \w+|unit))?|\bptx_kernelcc\b|"
    r"\bpassthrough = "
)


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def without_facts(text):
    """The lines, and of the header of a function or module only the words that are not about launch facts, sorted."""
    for line in text.splitlines():
        if re.match(r" *(module|gpu\.module|llvm\.func|gpu\.func)\b", line):
            line = re.sub(r"nvvm\.annotations = \[.*?\]\]", "", line)
            yield sorted(re.findall(r'"[^"]*"|[^\s"\[\]{},]+', FACT.sub("", line).replace("attributes", "")))
        else:
            yield line


def compare(what, ours, peer):
    lines = itertools.zip_longest(without_facts(ours), without_facts(peer))
    for number, (left, right) in enumerate(lines, 1):
        if left != right:
            return [f"{what}, line {number}:\n  ours:  {str(left)[:500]}\n  stock: {str(right)[:500]}"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=pathlib.Path, help="the folder with this project's tools")
    bin = parser.parse_args().bin.resolve()
    paths = sorted([*HERE.glob("*/*.ll"), *HERE.glob("*/*.mlir")])
    differences = []
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            name = path.relative_to(HERE)
            if path.suffix == ".ll":
                run(STOCK / "opt", "-passes=verify", "-disable-output", path)
                imported = run(STOCK / "mlir-translate", "--import-llvm", path)
                ours = run(bin / "tileiras-translate", "--import-nvvm", path)
                differences += compare(f"--import-nvvm {name}", ours, imported)
                path = pathlib.Path(folder) / "imported.mlir"
                path.write_text(imported)
            launched = run(bin / "tileiras-opt", "--nvvm-launch", path)
            differences += compare(f"--nvvm-launch {name}", launched, run(STOCK / "mlir-opt", path))
    print("\n".join([*differences, f"{len(paths)} samples, {len(differences)} differences"]))
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
