"""Instructions of PTX counted by mnemonic: tileiras-cc against `opt -O3 | llc -O3` of LLVM 22."""

import collections
import re

from check import list_failures, table
from tools import in_parallel

MNEMONIC = re.compile(r"^(?:@!?%?\w+\s+)?([a-z][\w.:]*)(?=\s|$)")
LABEL = re.compile(r"^[$%\w]+:(?!:)\s*")


def count(text):
    """The mnemonics of the instructions, with all their modifiers, and how often each occurs."""
    found = collections.Counter()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for line in text.splitlines():
        for statement in line.split("//")[0].split(";"):
            statement = LABEL.sub("", statement.strip(" \t{}"))
            match = MNEMONIC.match(statement)
            if match:
                found[match[1]] += 1
    return found


def difference(theirs, ours):
    """What differs, as `mnemonic stock -> ours`."""
    names = sorted(name for name in theirs.keys() | ours.keys() if theirs[name] != ours[name])
    return {name: [theirs[name], ours[name]] for name in names}


def show(changes):
    return ", ".join(f"{name} {stock} -> {ours}" for name, (stock, ours) in changes.items())


def compare(tools, path, chip, folder):
    """A failure of stock, a failure of ours, the differences: the first two are None or runs."""
    folder.mkdir(parents=True, exist_ok=True)
    stock, ours = folder / f"{path.stem}.stock.ptx", folder / f"{path.stem}.ptx"
    for output in (stock, ours):
        output.unlink(missing_ok=True)
    made_stock = tools.stock(path, chip, stock)
    made_ours = tools.compile(path, chip, ours, "--emit=ptx")
    if made_stock.code or made_ours.code:
        return made_stock if made_stock.code else None, made_ours if made_ours.code else None, None
    return None, None, difference(count(stock.read_text()), count(ours.read_text()))


def run(options, tools, modules):
    modules = [module for module in modules if module.ir]
    out = options.out.resolve() / "instructions"
    results = in_parallel(
        options.jobs, lambda m: compare(tools, m.ir, m.chip, out / m.producer / m.chip), modules
    )
    rows = collections.defaultdict(lambda: [0, 0, 0, 0])
    failures, differences, kinds = [], [], collections.Counter()
    for module, (stock, ours, changes) in zip(modules, results):
        where = f"{module.producer} {module.chip}"
        row = rows[module.producer, module.chip]
        row[0] += 1
        for failed in (stock, ours):
            if failed:
                failures.append((where, failed.failure(module.name)))
        if changes is None:
            row[3] += 1
        else:
            row[2 if changes else 1] += 1
        if changes:
            differences.append({"where": where, "name": module.name, "stock, ours": changes})
            kinds.update(changes.keys())
    if differences:
        print("\ndifferences, as `mnemonic stock -> ours`:")
        for entry in differences:
            print(f"  {entry['where']} {entry['name']}: {show(entry['stock, ours'])}")
        print("\nmodules in which a mnemonic differs:")
        for name, number in kinds.most_common():
            print(f"{number:5} x {name}")
    if failures:
        print("\nnot compared:", end="")
        list_failures(failures)
    print()
    columns = ["modules", "equal", "different", "not compared"]
    rows = sorted(rows.items())
    table(rows, columns)
    result = {
        "table": [dict(producer=key[0], chip=key[1], **dict(zip(columns, row))) for key, row in rows],
        "differences": differences,
        "failures": [dict(where=where, **failure) for where, failure in failures],
    }
    return result, not differences and not failures
