"""LLVM's own tests of NVPTX: what `opt | llc | ptxas` compiles, and what tileiras-cc compiles."""

import re

import instructions
from check import kind, list_failures
from tools import execute, in_parallel

KERNEL = re.compile(r'^define\b.*\bptx_kernel\b|!"kernel", i32 1|^attributes\b.*"nvvm\.kernel"', re.MULTILINE)
# ptxas 13 assembles from sm_75 on.
OLDEST = 75


def chip_of(text):
    """The chip of the first RUN line that names one which ptxas assembles, or else sm_90."""
    for line in re.findall(r"^; RUN:.*", text, flags=re.MULTILINE):
        for chip, number in re.findall(r"-mcpu=(sm_(\d+)[af]?)\b", line):
            if int(number) >= OLDEST:
                return chip
    return "sm_90"


def assemble(tools, ptx, chip, more):
    """As Triton does, without debug information if only that is in the way."""
    cubin = ptx.with_suffix(".cubin")
    done = execute(tools.ptxas, "-O3", *more, f"--gpu-name={chip}", "-o", cubin, ptx)
    if "Optimized debugging not supported" in done.err:
        ptx.write_text(re.sub(r"^(\.target .*), debug", r"\1", ptx.read_text(), flags=re.MULTILINE))
        done = execute(tools.ptxas, "-O3", "-lineinfo", *more, f"--gpu-name={chip}", "-o", cubin, ptx)
    return done


def one(tools, path, folder):
    """Whether the test has a kernel, the chip, the run of each that failed or was the last, and what differs."""
    text = path.read_text(errors="replace")
    chip, has_kernel = chip_of(text), bool(KERNEL.search(text))
    ptx, cubin = folder / f"{path.stem}.stock.ptx", folder / f"{path.stem}.cubin"
    # Without a kernel, only an object that can be linked has the code.
    more = [] if has_kernel else ["-c"]
    theirs = tools.stock(path, chip, ptx)
    if not theirs.code:
        theirs = assemble(tools, ptx, chip, more)
        if "Unresolved extern" in theirs.err and not more:
            more = ["-c"]
            theirs = assemble(tools, ptx, chip, more)
    ours = tools.compile(path, chip, cubin, *(f"--ptxas-option={option}" for option in more))
    changes = None
    if not theirs.code and not ours.code:
        _, _, changes = instructions.compare(tools, path, chip, folder)
    return has_kernel, chip, theirs, ours, changes


def numbers(results):
    return {
        "tests": len(results),
        "stock compiles": sum(not theirs.code for _, _, theirs, _, _ in results),
        "tileiras-cc compiles": sum(not ours.code for _, _, _, ours, _ in results),
        "only stock": sum(not theirs.code and bool(ours.code) for _, _, theirs, ours, _ in results),
        "only tileiras-cc": sum(bool(theirs.code) and not ours.code for _, _, theirs, ours, _ in results),
        "equal instructions": sum(changes == {} for *_, changes in results),
        "different instructions": sum(bool(changes) for *_, changes in results),
    }


def run(options, tools):
    root = options.tests.resolve()
    paths = [path for path in sorted(root.rglob("*.ll")) if not options.only or options.only in path.stem]

    def in_folder(path):
        folder = options.out.resolve() / "nvptx" / path.relative_to(root).parent
        folder.mkdir(parents=True, exist_ok=True)
        return one(tools, path, folder)

    results = list(zip(paths, in_parallel(options.jobs, in_folder, paths)))

    def failures(chosen):
        return [(chip, failed.failure(str(path.relative_to(root)))) for path, chip, failed in chosen]

    named = [(path, chip, theirs, ours) for path, (_, chip, theirs, ours, _) in results]
    only_stock = failures([(p, c, ours) for p, c, theirs, ours in named if not theirs.code and ours.code])
    only_ours = failures([(p, c, theirs) for p, c, theirs, ours in named if theirs.code and not ours.code])
    neither = failures([(p, c, ours) for p, c, theirs, ours in named if theirs.code and ours.code])
    different = [(path, chip, changes) for path, (_, chip, _, _, changes) in results if changes]
    for title, chosen in [("only stock compiles", only_stock), ("only tileiras-cc compiles", only_ours)]:
        if chosen:
            print(f"\n{title}:", end="")
            list_failures(chosen)
    if neither:
        print("\nneither compiles; what tileiras-cc says:")
        for where, failure in neither:
            print(f"  {where} {failure['name']}: exit code {failure['code']}: {failure['error']}")
    if different:
        print("\ndifferent instructions, as `[step that makes it] mnemonic stock -> ours`:")
        for path, chip, changes in different:
            print(f"  {chip} {path.relative_to(root)}: {instructions.show(changes)}")
    groups = {
        "with a kernel": numbers([result for _, result in results if result[0]]),
        "device functions only": numbers([result for _, result in results if not result[0]]),
    }
    print()
    print(f"{'':24}" + "".join(f"{title:>24}" for title in groups))
    for name in groups["with a kernel"]:
        print(f"{name:24}" + "".join(f"{group[name]:24}" for group in groups.values()))
    result = {
        "numbers": groups,
        "only stock": [dict(chip=where, kind=kind(f["error"]), **f) for where, f in only_stock],
        "only tileiras-cc": [dict(chip=where, **f) for where, f in only_ours],
        "neither": [dict(chip=where, **f) for where, f in neither],
        "different": [dict(chip=c, name=str(p.relative_to(root)), **changes) for p, c, changes in different],
    }
    return result, not only_stock and not different
