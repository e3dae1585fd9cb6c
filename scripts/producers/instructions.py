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


def show(difference):
    changes = ", ".join(f"{name} {stock} -> {ours}" for name, (stock, ours) in difference["stock, ours"].items())
    return f"[{difference['since']}] {changes}"


def first_step(tools, path, chip, folder, theirs, ours):
    """The step that makes a difference: `import` if stock makes it of the LLVM IR of tileiras-cc, too."""
    middle, ptx = folder / f"{path.stem}.ours.ll", folder / f"{path.stem}.ours.ptx"
    if tools.compile(path, chip, middle, "--emit=llvm").code or tools.stock(middle, chip, ptx).code:
        return "unknown"
    both = count(ptx.read_text())
    return "back end" if both == theirs else "import" if both == ours else "import and back end"


def compare(tools, path, chip, folder):
    """A failure of stock, a failure of ours, the difference: each is None or empty if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    stock, ours = folder / f"{path.stem}.stock.ptx", folder / f"{path.stem}.ptx"
    for output in (stock, ours):
        output.unlink(missing_ok=True)
    made_stock = tools.stock(path, chip, stock)
    made_ours = tools.compile(path, chip, ours, "--emit=ptx")
    if made_stock.code or made_ours.code:
        return made_stock if made_stock.code else None, made_ours if made_ours.code else None, None
    theirs, ours = count(stock.read_text()), count(ours.read_text())
    changes = difference(theirs, ours)
    if not changes:
        return None, None, {}
    return None, None, {"since": first_step(tools, path, chip, folder, theirs, ours), "stock, ours": changes}


def run(options, tools, modules):
    modules = [module for module in modules if module.ir]
    out = options.out.resolve() / "instructions"
    results = in_parallel(
        options.jobs, lambda m: compare(tools, m.ir, m.chip, out / m.producer / m.chip), modules
    )
    rows = collections.defaultdict(lambda: [0, 0, 0, 0])
    failures, differences, kinds, steps = [], [], collections.Counter(), collections.Counter()
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
            differences.append({"where": where, "name": module.name, **changes})
            kinds.update(changes["stock, ours"].keys())
            steps[changes["since"]] += 1
    if differences:
        print("\ndifferences, as `[step that makes it] mnemonic stock -> ours`:")
        for entry in differences:
            print(f"  {entry['where']} {entry['name']}: {show(entry)}")
        print("\nmodules by the step that makes the difference:")
        for step, number in steps.most_common():
            print(f"{number:5} x {step}")
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
