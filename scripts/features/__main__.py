"""Measures which chips and PTX versions support which instructions, and writes crates/target/features.tsv.

`make features` asks ptxas about the statements of forms*.txt and about what LLVM's back end writes for each variant of
its NVVM intrinsics and of the operations in operations.txt: for every chip and every PTX version from 4.0. Needs LLVM
and MLIR 22, and ptxas, in .tools/bin or TILEIRAS_PTXAS. Takes about ten minutes on two cores.

`make features ARGS='--check --bin=target/debug'` compares the rules of `nvvm-verify` with ptxas instead.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

import check
import chips
import forms
import intrinsics
import learn
import llvm
import names
import operations
import ptxas
import table

# Targets that together select every instruction of LLVM 22, the newest first, and older ones where the back end may
# write something else.
NEWEST = [("sm_100a", 90), ("sm_120a", 90), ("sm_90a", 90), ("sm_103a", 90)]
OLDER = [("sm_75", 63), ("sm_80", 70), ("sm_90", 80)]
# Operations of the LLVM dialect have other forms for targets without scopes or memory orders.
OLDEST = [("sm_50", 63), ("sm_60", 63)]

DIRECTIVES = {
    ".reqnctapercluster": ".reqnctapercluster 2",
    ".explicitcluster": ".reqnctapercluster 2 .explicitcluster",
    ".maxclusterrank": ".maxclusterrank 2",
    ".blocksareclusters": ".reqntid 32 .reqnctapercluster 2 .blocksareclusters",
    ".local_maxnreg": ".local_maxnreg 32",
    ".minperctamemory": ".minperctamemory 1024",
}


def lowered(functions):
    """The PTX of each function that LLVM can select for one of the newest targets."""
    left, texts = set(functions), {}
    for chip, version in NEWEST:
        found, _ = llvm.select(functions, left, chip, version)
        texts.update(found)
        left -= set(found)
    return texts, left


def older(functions, chosen, targets):
    """The PTX of the chosen functions for each older target that LLVM can select them for, with the target."""
    found = collections.defaultdict(list)
    for chip, version in targets:
        for name, text in llvm.select(functions, chosen, chip, version)[0].items():
            found[name].append((chips.BY_NAME[chip], chips.VERSIONS.index(divmod(version, 10)), text))
    return found


def measure(statements):
    """Asks ptxas about statements: the answers, and how often it was run."""
    accepted, never = ptxas.plausible(statements)
    answers, runs = ptxas.ask(accepted)
    return dict(zip(accepted, answers)), never, runs


def by_key(answers):
    """The answers by what the table knows of a statement, those of registers, and where it knows too little."""
    keys, registers, torn = {}, {}, []
    for statement, answer in answers.items():
        form = forms.Form(statement)
        if form.registers:
            name = form.registers[0]
            if answer != chips.ALWAYS:
                registers[name] = chips.join(registers[name], answer) if name in registers else answer
            continue
        if keys.setdefault(form.key, answer) != answer:
            torn.append(statement)
            keys[form.key] = chips.join(keys[form.key], answer)
    return keys, registers, torn


def needed(texts, rows):
    """The rows that the statements of some functions need, by function."""
    found = {}
    for name, text in texts.items():
        found[name] = frozenset().union(*(rows.names(forms.Form(line)) for line in llvm.statements(text)), frozenset())
    return found


def variants(texts, old, rows, key, group):
    """What each variant needs, by its name, parts and facts. What an older target does not need is left out, for all
    variants of the group, of which one was compiled for it. It is kept for the chips after it if LLVM writes it for one of
    them that lacks it."""
    need = needed(texts, rows)
    less, kept = collections.defaultdict(frozenset), collections.defaultdict(frozenset)
    for name, found in old.items():
        at = group(key(name))
        for row in need.get(name, frozenset()):
            has = {chip: (version, row in needed({name: text}, rows)[name]) for chip, version, text in found}
            without = [chip.number for chip, (_, has_row) in has.items() if not has_row]
            later = [chip for chip, (_, has_row) in has.items() if has_row]
            if without:
                less[at] |= {row}
                lacking = any(not chips.supports(rows.named(row), chip, has[chip][0]) for chip in later)
                if lacking and max(without) < min(chip.number for chip in later):
                    first = min(later, key=lambda chip: chip.number)
                    kept[at] |= {f"{row}/<{first.name}:{chips.text(0)}"}
    return {key(name): rows_of - less[group(key(name))] | kept[group(key(name))] for name, rows_of in need.items()}


def differences(answers, rows, what):
    """Prints the statements for which the rows do not give the answer."""
    wrong = [statement for statement, answer in answers.items() if rows.answer(forms.Form(statement)) != answer]
    print(f"{what}: {len(wrong)} of {len(answers)} statements differ")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare nvvm-verify with ptxas, and write nothing")
    parser.add_argument("--bin", default="target/debug", help="the folder of tileiras-opt, for --check")
    parser.add_argument("--chip", action="append", help="a chip for --check; all without it")
    parser.add_argument("--spelling", action="append", choices=check.SPELLINGS, help="a spelling for --check; all without it")
    parser.add_argument("--only", default="", help="the forms for --check whose names contain this text")
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    options = parser.parse_args()
    if options.check:
        return check.main(pathlib.Path(options.bin), options.chip, options.spelling, options.only, options.show)

    version = re.search(r"V([\d.]+)", subprocess.run([ptxas.binary(), "--version"], capture_output=True, text=True).stdout)
    calls = list(intrinsics.variants(intrinsics.records()))
    functions = {f"case{at}": call.function(f"case{at}") for at, call in enumerate(calls)}
    texts, unselected = lowered(functions)
    first = {}
    for name in sorted(texts, key=lambda name: int(name[4:])):
        first.setdefault(calls[int(name[4:])].parts()[:2], name)
    old = older(functions, set(first.values()), OLDER)
    cases, facts, bodies, refused = operations.lower()
    op_texts, op_unselected = lowered(bodies)
    op_old = older(bodies, set(op_texts), OLDER + OLDEST)

    written = forms.written()
    known = {forms.shape(statement) for statement in written}
    emitted = {}
    for found in (texts, op_texts):
        for text in found.values():
            for statement in llvm.statements(text):
                if forms.shape(statement) not in known:
                    emitted.setdefault(forms.shape(statement), statement)
    answers, never, runs = measure([*written, *emitted.values()])
    keys, registers, torn = by_key(answers)
    blocks = [f".entry directive{at}() {text}\n{{ ret; }}" for at, text in enumerate(DIRECTIVES.values())]
    directives = dict(zip(DIRECTIVES, ptxas.ask(blocks)[0]))

    learned, wrong = learn.learn(keys)
    before = table.Rows(*table.parse(table.TABLE.read_text())) if table.TABLE.exists() else None
    rows = table.Rows(learned, registers)
    intrinsic_needs = variants(texts, old, rows, lambda name: calls[int(name[4:])].parts(), lambda key: key[:2])
    of_case = {name: (facts[name][0], (), tuple("=".join(fact) for fact in facts[name][1])) for name in bodies}
    operation_needs = variants(op_texts, op_old, rows, of_case.get, lambda key: key)
    found = names.learn(intrinsic_needs), names.learn(operation_needs)
    table.write(f"ptxas {version[1]}", directives, learned, registers, *found)
    statements = {statement: forms.Form(statement) for statement in answers}
    samples = [
        table.sample(statements, rows),
        table.sample_names("intrinsics.tsv", intrinsic_needs, found[0]),
        table.sample_names("operations.tsv", operation_needs, found[1]),
    ]

    asked = f"{len(chips.CHIPS)} chips, {len(chips.VERSIONS)} PTX versions, {runs} targets"
    print(f"asked ptxas about {len(answers)} statements ({len(emitted)} more from LLVM), {asked}: {len(answers) * runs} answers")
    print(f"{len(calls)} variants of {len({call.name for call in calls})} intrinsics, {len(texts)} selected by LLVM")
    print(f"{len(bodies)} variants of {len({case.name for case in cases.values()})} operations, {len(op_texts)} selected by LLVM")
    print(f"rows: {len(learned)} of instructions, {len(registers)} of registers, {len(directives)} of directives")
    print(f"patterns: {len(found[0])} of intrinsics, {len(found[1])} of operations; samples: {samples}")
    print(f"{len(torn)} statements whose operands matter, which the rows take as the weaker form; {len(wrong)} without rows")
    told = {s: a for s, a in answers.items() if s not in torn and not forms.Form(s).registers}
    left = differences(told, rows, "the table against ptxas")
    if before:
        changed = differences(answers, before, "the earlier table against ptxas")
        opcodes = collections.Counter(".".join(forms.Form(s).key[0:1] + forms.Form(s).key[1][:1]) for s in changed)
        print("  by opcode:", ", ".join(f"{name} {count}" for name, count in opcodes.most_common(options.show)))
    illegal = sorted(statement for statement in emitted.values() if statement in never)
    print(f"{len(illegal)} statements that LLVM writes and ptxas accepts for no target:")
    for statement in illegal[: options.show]:
        print("  ", statement, "--", never[statement])
    if left and {forms.Form(s).key for s in left} - {forms.Form(s).key for s in torn}:
        sys.exit("the rows do not give every answer")
    return 0


if __name__ == "__main__":
    sys.exit(main())
