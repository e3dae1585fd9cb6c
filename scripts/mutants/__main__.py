"""Plants one fault at a time into good kernels, and asks the rules: see docs/MUTANTS.md."""

import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import sys
import tempfile

import edit
import equivalent
import operators
import report
from flow import Flow
from source import Source
from verdict import Tools

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "tests/kernels"
EXAMPLES = ["examples/blackwell_pair_mma.mlir", "examples/blackwell_persistent.mlir"]
LIST = "equivalent.txt"
# The mutants of these kernels that are faulty and get no finding, each with the reason.
SURVIVORS = KERNELS / "survivors.txt"


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    add = parser.add_argument
    add("--kernels", type=pathlib.Path, metavar="FOLDER", help="take the good kernels from another folder, such as one of PTX files of a producer")
    add("--equivalent", type=pathlib.Path, metavar="FILE", help="the mutants that are not faulty (default: equivalent.txt of the folder)")
    add("--clang", default="-O3", metavar="LEVEL", help="optimisation of CUDA C++ (default: -O3)")
    add("--bin", type=pathlib.Path, default=ROOT / "target/debug", metavar="FOLDER", help="of the tools (default: target/debug)")
    add("--sample", type=int, metavar="N", help="only N mutants, and their kernels")
    add("--seed", type=int, default=1, metavar="S", help="of the sample (default: 1)")
    add("--only", metavar="TEXT", help="only mutants whose id contains this text")
    add("--show", metavar="ID", help="print the mutant with this id, and end")
    add("--survivors", type=int, default=40, metavar="N", help="how many to print (default: 40)")
    add("--json", type=pathlib.Path, metavar="FILE", help="write the results there, too")
    add("--jobs", type=int, default=2, metavar="N", help="tools at a time (default: 2)")
    add("--list", action="store_true", help="print the ids of the mutants, and end")
    add("--write-equivalent", action="store_true", help="bring the list of equivalent mutants up to date, and end")
    return parser.parse_args()


def sources(folder, level):
    """The kernels of a folder. Those of the project have two examples with them."""
    paths = sorted(path for ending in ("mlir", "ll", "ptx", "cu") for path in folder.rglob(f"*.{ending}"))
    yield from (Source(path, path.read_text(), folder, level) for path in paths)
    if folder == KERNELS:
        yield from (Source(ROOT / name, (ROOT / name).read_text(), ROOT) for name in EXAMPLES)


def make(kernels):
    result = []
    for source in kernels:
        for mutant in operators.mutants(source, Flow(source)):
            text, moved = edit.apply(source, mutant.edits)
            if text != source.text or mutant.chip:
                lines = {moved(line) for line in mutant.lines} | mutant.lines
                if source.spelling == "ll":
                    # A statement under a condition is in a block of its own, some lines later.
                    for start, _, written in mutant.edits:
                        first = moved(source.line_of(start))
                        lines |= set(range(first, first + written.count("\n") + 1))
                        # What LLVM merges has no line of its own: the finding is at the head of the function.
                        heads = [at for _, at in source.headers if at <= start]
                        lines |= {moved(source.line_of(at)) for at in heads[-1:]}
                mutant.results = {"text": text, "lines": lines, "moved": moved, "spelling": source.dialect}
                result.append(mutant)
    return result


def run(tools, mutant, alarms):
    source = mutant.source
    found, output = tools.check(mutant.id, mutant.results["text"], source.spelling, mutant.chip or source.chip, source.ptx)
    if found is not None:
        found = report.new(mutant, found, [finding for name, finding in alarms if name == source.name])
    mutant.results.update(found=found, output=output)
    mutant.results["verdict"] = report.judge(mutant, found)


def good(tools, source):
    found, output = tools.check(source.name, source.text, source.spelling, source.chip, source.ptx)
    if found is None:
        from verdict import Finding
        return [(source.name, Finding(0, "error", None, "cannot be read: " + output.strip()[:300]))]
    return [(source.name, finding) for finding in found]


def main():
    options = arguments()
    folder = options.kernels or KERNELS
    kernels = list(sources(folder, options.clang))
    mutants = make(kernels)
    listed = options.equivalent or folder / LIST
    known = equivalent.read(listed)
    equivalent.mark(mutants, known)
    if options.write_equivalent:
        equivalent.write(listed, mutants)
        return 0
    if options.show:
        chosen = [mutant for mutant in mutants if mutant.id == options.show]
        print(chosen[0].results["text"] if chosen else "no such mutant")
        return 0 if chosen else 1
    # Only the kernels of the project have a list that is kept with them.
    own = folder == KERNELS
    stale = equivalent.differences(mutants, known) if own else []
    if options.only:
        mutants = [mutant for mutant in mutants if options.only in mutant.id]
    if options.sample is not None and options.sample < len(mutants):
        mutants = random.Random(options.seed).sample(mutants, options.sample)
        kernels = [source for source in kernels if any(mutant.source is source for mutant in mutants)]
    if options.list:
        print("\n".join(f"{m.id}\t{m.note}\t{m.equivalent or ' or '.join(sorted(m.rules))}" for m in mutants))
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        tools = Tools(options.bin.resolve(), pathlib.Path(scratch))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            alarms = [alarm for found in pool.map(lambda source: good(tools, source), kernels) for alarm in found]
            list(pool.map(lambda mutant: run(tools, mutant, alarms), mutants))
    rules = set(re.findall(r"^### ([a-z0-9-]+)$", (ROOT / "docs/RULES.md").read_text(), re.M))
    result = report.Report(kernels, alarms, mutants, rules, equivalent.read(SURVIVORS) if own else None)
    print(result.text(options.survivors))
    if options.json:
        options.json.write_text(json.dumps(result.json(), indent=1) + "\n")
    if stale:
        print(f"tests/kernels/equivalent.txt is not up to date ({len(stale)} lines, such as {stale[0]}): --write-equivalent", file=sys.stderr)
    return 0 if result.good and not stale else 1


if __name__ == "__main__":
    sys.exit(main())
