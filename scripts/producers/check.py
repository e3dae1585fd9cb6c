"""Cubins, launch facts and warnings: tileiras-cc against the producer's own PTX."""

import collections
import json
import re
from dataclasses import dataclass, field

from producers import LEFT_OUT
from tools import execute, in_parallel

COLUMNS = ["kernels", "cubins", "facts equal", "warnings"]


@dataclass
class Result:
    module: object
    kernels: int = 0
    cubins: int = 0
    equal: int = 0
    warnings: list = field(default_factory=list)
    failures: list = field(default_factory=list)


def facts(tools, path):
    """The facts of each kernel of a PTX file, or the run that failed."""
    done = execute(tools.contract, "show", "--json", path)
    if done.code:
        return None, done
    functions = json.loads(done.out)["functions"]
    kernels = {f["name"]: (f["facts"], f["explicit_cluster"]) for f in functions if f["facts"].get("nvvm.kernel")}
    return kernels, done


def kernels_of_ir(text):
    """The number of kernels of a module, for modules without PTX of the producer."""
    tuples = re.findall(r'^!\d+ = .*!"kernel", i32 1\}', text, flags=re.MULTILINE)
    return len(tuples) or len(re.findall(r"^define\b.*\bptx_kernel\b", text, flags=re.MULTILINE))


def check(options, tools, module):
    result = Result(module)
    if not module.ir:
        return result
    theirs = None
    if module.ptx:
        theirs, shown = facts(tools, module.ptx)
        if theirs is None:
            result.failures.append(shown.failure(module.name))
    result.kernels = len(theirs) if theirs is not None else kernels_of_ir(module.ir.read_text())

    cubin = module.ir.with_suffix(".cubin")
    cubin.unlink(missing_ok=True)
    made = tools.compile(module.ir, module.chip, cubin)
    result.warnings = made.warnings()
    if made.code or not cubin.exists():
        failure = made.failure(module.name)
        if module.ptx:
            theirs_made = tools.assemble(module.ptx, module.chip, module.ir.with_suffix(".theirs.cubin"))
            failure["producer's PTX"] = theirs_made.error() if theirs_made.code else "assembles"
        result.failures.append(failure)
    else:
        result.cubins = result.kernels
    ptx = module.ir.with_suffix(".ptx")
    ptx.unlink(missing_ok=True)
    made_ptx = tools.compile(module.ir, module.chip, ptx, "--emit=ptx")
    if made_ptx.code:
        if not made.code:
            result.failures.append(made_ptx.failure(module.name))
        return result
    if theirs is None:
        return result

    ours, shown = facts(tools, ptx)
    if ours is None:
        result.failures.append(shown.failure(module.name))
        return result
    broken = set()
    if cubin.exists():
        audited = execute(tools.contract, "audit", "--json", module.ptx, cubin)
        try:
            for kernel in json.loads(audited.out)["kernels"]:
                bad = [row for row in kernel["rows"] if row["verdict"] in ("lost", "invented")]
                if bad:
                    broken.add(kernel["name"])
                    rows = "; ".join(f"{row['verdict']} {row['subject']}" for row in bad)
                    text = f"audit of '{kernel['name']}': {rows}"
                    result.failures.append(audited.failure(module.name) | {"error": text})
        except ValueError:
            broken |= theirs.keys()
            result.failures.append(audited.failure(module.name))
    for name in sorted(theirs.keys() | ours.keys()):
        if theirs.get(name) == ours.get(name):
            result.equal += name not in broken
        else:
            text = f"'{name}': the producer's PTX has {theirs.get(name)}, ours has {ours.get(name)}"
            result.failures.append(shown.failure(module.name) | {"error": text})
    return result


def table(rows, columns=COLUMNS):
    """Aligned columns: producer, chip, numbers."""
    lines = [["producer", "chip", *columns]] + [[*key, *map(str, row)] for key, row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        cells = [cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())


def kind(error):
    """An error without what differs between modules: names, numbers, paths."""
    error = re.sub(r"(\S*/)?[\w.-]+\.(ll|ptx|cubin)\b(:\d+)*", "FILE", error)
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'|@\w+", "'...'", error))


def list_failures(failures):
    """Each failure with its command, grouped by kind."""
    groups = collections.defaultdict(list)
    for where, failure in failures:
        groups[kind(failure["error"])].append((where, failure))
    for error, members in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(f"\n{len(members)} x {error}")
        for where, failure in members:
            theirs = failure.get("producer's PTX", "assembles")
            print(f"  {where} {failure['name']}: exit code {failure['code']}: {failure['error']}")
            print(f"    {failure['command']}")
            if theirs != "assembles":
                print(f"    the producer's PTX does not assemble either: {theirs}")


def compare(expected, rows):
    """The numbers that are worse than expected."""
    worse = []
    for (producer, chip), row in rows:
        wanted = expected.get(producer, {}).get(chip, {})
        for column, number in zip(COLUMNS, row):
            limit = wanted.get(column)
            if limit is not None and (number > limit if column == "warnings" else number < limit):
                worse.append(f"{producer} {chip}: {column}: {number}, expected {limit}")
    return worse


def counts(results):
    groups = collections.defaultdict(list)
    for result in results:
        groups[result.module.producer, result.module.chip].append(result)
    return [
        (key, [sum(r.kernels for r in group), sum(r.cubins for r in group), sum(r.equal for r in group),
               sum(len(r.warnings) for r in group)])
        for key, group in groups.items()
    ]


def report(options, results):
    rows = counts(results)
    refused = [(f"{r.module.producer} {r.module.chip}", r.module) for r in results if not r.module.ir]
    failures = [(f"{r.module.producer} {r.module.chip}", failure) for r in results for failure in r.failures]
    warnings = collections.Counter(kind(line) for r in results for line in r.warnings)
    if refused:
        print("\nnot compiled by the producer itself:")
        for where, module in refused:
            print(f"  {where} {module.name}: {module.error}")
    if failures:
        print("\nfailures:", end="")
        list_failures(failures)
    if warnings:
        print("\nwarnings:")
        for line, count in warnings.most_common():
            print(f"{count:5} x {line}")
    print()
    table(rows)
    partial = options.only or options.strip_debug
    expected = {} if partial else json.loads(options.expected.read_text())
    worse = compare(expected, rows)
    ran = {key for key, _ in rows}
    for producer, chips in expected.items():
        if producer in LEFT_OUT or options.producer and producer not in options.producer:
            continue
        absent = [chip for chip in chips if (producer, chip) not in ran and chip in (options.chip or chips)]
        worse += [f"{producer} {chip}: no kernel was compiled" for chip in absent]
    for line in worse:
        print(f"producers: {line}")
    result = {
        "table": [dict(producer=key[0], chip=key[1], **dict(zip(COLUMNS, row))) for key, row in rows],
        "refused": [dict(where=where, name=module.name, error=module.error) for where, module in refused],
        "failures": [dict(where=where, **failure) for where, failure in failures],
        "warnings": warnings,
        "worse": worse,
    }
    return result, not worse


def run(options, tools, modules):
    return report(options, in_parallel(options.jobs, lambda module: check(options, tools, module), modules))
