#!/usr/bin/env python3
"""Prints the number of tests in the output of `cargo test` and of lit, the tests that failed, and how to run each alone.

    python3 scripts/test_summary.py LOG

The last line is `N passed, N failed`.
"""

import re
import sys

# What Cargo prints before it runs a program of tests, and the arguments of `cargo test` for that program.
RUNNING = re.compile(r"^\s+Running (?:unittests (?P<unit>\S+)|tests/(?P<test>\w+)\S*) \(\S*/(?P<program>\w+)-[0-9a-f]+\)")
DOC_TESTS = re.compile(r"^\s+Doc-tests (?P<library>\w+)")
TEST = re.compile(r"^test (?P<name>.+?) \.\.\. (?P<end>ok|FAILED)")
# What Cargo prints in the end, for a program that was killed, too.
PROGRAM = re.compile(r"^    `(-p \S+ .*)`$")
# A target of make that failed.
TARGET = re.compile(r"^make(?:\[\d+\])?: \*\*\* \[\S+: (?P<target>[\w-]+)\]")


def arguments(match):
    """The arguments of `cargo test` for the program that Cargo runs next."""
    if match["test"]:
        return f"--test {match['test']}"
    package = match["program"].replace("_", "-")
    return f"-p {package} --lib" if match["unit"].endswith("lib.rs") else f"--bin {package}"


def read(lines):
    """The commands that repeat the failures, and the numbers of tests that passed and failed."""
    program, commands, passed, failed = "", [], 0, 0
    for line in lines:
        if match := RUNNING.match(line):
            program = arguments(match)
        elif match := DOC_TESTS.match(line):
            program = f"-p {match['library'].replace('_', '-')} --doc"
        elif match := TEST.match(line):
            if match["end"] == "ok":
                passed += 1
                continue
            failed += 1
            name = match["name"]
            # The subjects of programs without the harness of `cargo test` are sentences, and cannot be selected.
            exact = f" -- --exact '{name}'" if " " not in name else f"    # {name}"
            commands.append(f"cargo test {program}{exact}")
        elif match := PROGRAM.match(line):
            # A program whose tests are listed already needs no line of its own.
            command = f"cargo test {match[1]}"
            if not any(known.split(" -- ")[0].split()[-1] == command.split()[-1] for known in commands):
                commands.append(command)
        elif match := TARGET.match(line):
            commands.append(f"make {match['target']}")
    return commands, passed, failed


def main():
    with open(sys.argv[1], errors="replace") as log:
        commands, passed, failed = read(log)
    if commands:
        print("\nfailed; to run each alone:")
        print("".join(f"  {command}\n" for command in dict.fromkeys(commands)), end="")
    print(f"{passed} passed, {failed} failed")


if __name__ == "__main__":
    main()
