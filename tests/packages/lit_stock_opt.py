#!/usr/bin/env python3
"""Runs tileiras-opt, and a stock mlir-opt with the plugin on the same input, and compares what they write.

tests/tools/lit.rs puts this file as `tileiras-opt` into a folder, and runs lit with the tools of that folder. The folder also has
links to the two programs, `ours` and `stock`, and to the plugin, and a list of the flags of passes. This program does
what tileiras-opt does, but fails if mlir-opt does something else. Each comparison adds a line to the file `compared`.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
OURS, STOCK = HERE / "ours", HERE / "stock"
# The flags of passes. A stock mlir-opt reads flags before it loads the plugin, so it needs a pipeline in their place.
PASSES = (HERE / "passes").read_text().split()
# Passes of upstream that a flag nests on its own.
NESTED = {"convert-gpu-to-nvvm": "gpu.module"}
# What these print is not the same on purpose.
DIFFERENT = ["help", "version", "mlir-pass-statistics", "load-pass-plugin", "load-dialect-plugin"]


def flag(argument):
    """The name of a flag and its value, or None."""
    match = re.fullmatch(r"--?([a-z][\w-]*)(?:=(.*))?", argument, re.S)
    return match and (match[1], match[2])


def for_stock(arguments, output):
    """The arguments for mlir-opt, with another output file."""
    passes, rest = [], []
    for index, argument in enumerate(arguments):
        name, options = flag(argument) or (None, None)
        if name in PASSES:
            text = name + (f"{{{options}}}" if options is not None else "")
            passes.append(f"{NESTED[name]}({text})" if name in NESTED else text)
        elif index and arguments[index - 1] == "-o":
            rest.append(str(output))
        else:
            rest.append(argument)
    if passes:
        rest.append(f"--pass-pipeline=builtin.module({','.join(passes)})")
    plugin = HERE / "libtileiras_plugin.so"
    return [f"--load-pass-plugin={plugin}", f"--load-dialect-plugin={plugin}", *rest]


def run(program, arguments, text):
    # Both have the same name, as it is a part of some messages.
    done = subprocess.run(["tileiras-opt", *arguments], executable=program, input=text, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def main():
    arguments = sys.argv[1:]
    text = sys.stdin.buffer.read()
    wanted = run(OURS, arguments, text)
    if not any((flag(argument) or [""])[0] in DIFFERENT for argument in arguments):
        output = pathlib.Path(arguments[arguments.index("-o") + 1] if "-o" in arguments else os.devnull)
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "output"
            found = run(STOCK, for_stock(arguments, other), text)
            same = not output.is_file() or other.read_bytes() == output.read_bytes()
        if found != wanted or not same:
            print(f"mlir-opt with the plugin differs: {arguments}\n{found}\n{wanted}", file=sys.stderr)
            return 99
        with open(HERE / "compared", "a") as log:
            log.write(f"{arguments}\n")
    sys.stdout.buffer.write(wanted[1])
    sys.stderr.buffer.write(wanted[2])
    return wanted[0]


if __name__ == "__main__":
    sys.exit(main())
