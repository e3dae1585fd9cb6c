"""Compiles what real producers write with tileiras-cc, and compares: see docs/PRODUCERS.md."""

import argparse
import json
import pathlib
import sys

import check
import instructions
import nvptx
import producers
from tools import ROOT, Tools


def venv(text):
    name, _, path = text.partition("=")
    if name not in producers.ENVIRONMENTS or not path:
        raise argparse.ArgumentTypeError(f"NAME=FOLDER, where NAME is one of {', '.join(producers.ENVIRONMENTS)}")
    return name, pathlib.Path(path)


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/producers", description=__doc__)
    add = parser.add_argument
    add("mode", nargs="?", choices=["check", "instructions", "nvptx"], default="check",
        help="check: cubins and launch facts (default); instructions: counts by mnemonic; nvptx: LLVM's own tests")
    add("--tests", type=pathlib.Path, metavar="FOLDER", help="of nvptx: llvm/test of the sources of LLVM 22")
    add("--producer", action="append", choices=list(producers.PRODUCERS), help="only this one; can be repeated")
    add("--chip", action="append", metavar="CHIP", help="only this one; can be repeated")
    add("--only", metavar="TEXT", help="only modules whose name contains this text")
    add("--bin", type=pathlib.Path, default=ROOT / "target/debug", metavar="FOLDER", help="of tileiras-cc")
    add("--out", type=pathlib.Path, default=ROOT / "target/producers", metavar="FOLDER", help="for all outputs")
    add("--environments", type=pathlib.Path, default=ROOT / ".tools/producers", metavar="FOLDER",
        help="where Python environments of the producers are, or are made")
    add("--venv", action="append", type=venv, default=[], metavar="NAME=FOLDER", help="an environment that exists")
    add("--ptx-version", metavar="VERSION", help="passed to tileiras-cc, and to llc as a feature")
    add("--strip-debug", action="store_true", help="remove debug information first, to see other failures")
    add("--keep", action="store_true", help="do not ask the producers again for modules that are already there")
    add("--jobs", type=int, default=2, metavar="N", help="modules at a time (default: 2)")
    add("--json", type=pathlib.Path, metavar="FILE", help="write the results there, too")
    add("--expected", type=pathlib.Path, default=producers.HERE / "expected.json", metavar="FILE")
    return parser.parse_args()


def main():
    options = arguments()
    tools = Tools(options.bin.resolve(), options.ptx_version)
    if options.mode == "nvptx":
        if not options.tests:
            sys.exit("producers: nvptx needs --tests=FOLDER")
        result, good = nvptx.run(options, tools)
    else:
        modules = producers.modules(options)
        run = check.run if options.mode == "check" else instructions.run
        result, good = run(options, tools, modules)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
