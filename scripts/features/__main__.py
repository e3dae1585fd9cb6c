"""Measures which chips and PTX versions support which instructions, and writes crates/target/features.tsv.

`make features` asks ptxas about the statements of forms*.txt and about those that LLVM's back end writes for its NVVM
intrinsics: for every chip and every PTX version from 4.0. Needs LLVM 22, and ptxas, in .tools/bin or TILEIRAS_PTXAS.
Takes about ten minutes on two cores.

`make features ARGS='--check --bin=target/debug'` compares the rules of `tileiras-contract check` with ptxas instead.
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
import ptxas
import table

DIRECTIVES = {
    ".reqnctapercluster": ".reqnctapercluster 2",
    ".explicitcluster": ".reqnctapercluster 2 .explicitcluster",
    ".maxclusterrank": ".maxclusterrank 2",
    ".blocksareclusters": ".reqntid 32 .reqnctapercluster 2 .blocksareclusters",
    ".local_maxnreg": ".local_maxnreg 32",
    ".minperctamemory": ".minperctamemory 1024",
}


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


def differences(answers, rows, what):
    """Prints the statements for which the rows do not give the answer."""
    wrong = [statement for statement, answer in answers.items() if rows.answer(forms.Form(statement)) != answer]
    print(f"{what}: {len(wrong)} of {len(answers)} statements differ")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare tileiras-contract check with ptxas, and write nothing")
    parser.add_argument("--bin", default="target/debug", help="the folder of tileiras-contract, for --check")
    parser.add_argument("--chip", action="append", help="a chip for --check; all without it")
    parser.add_argument("--only", default="", help="the statements for --check that contain this text")
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    options = parser.parse_args()
    if options.check:
        return check.main(pathlib.Path(options.bin), options.chip, options.only, options.show)

    version = re.search(r"V([\d.]+)", subprocess.run([ptxas.binary(), "--version"], capture_output=True, text=True).stdout)
    written = forms.written()
    emitted = intrinsics.emitted(written)
    answers, never, runs = measure([*written, *emitted])
    keys, registers, torn = by_key(answers)
    blocks = [f".entry directive{at}() {text}\n{{ ret; }}" for at, text in enumerate(DIRECTIVES.values())]
    directives = dict(zip(DIRECTIVES, ptxas.ask(blocks)[0]))

    learned, wrong = learn.learn(keys)
    before = table.Rows(*table.parse(table.TABLE.read_text())) if table.TABLE.exists() else None
    rows = table.Rows(learned, registers)
    table.write(f"ptxas {version[1]}", directives, learned, registers)
    sampled = table.sample({statement: forms.Form(statement) for statement in answers}, rows)

    asked = f"{len(chips.CHIPS)} chips, {len(chips.VERSIONS)} PTX versions, {runs} targets"
    print(f"asked ptxas about {len(answers)} statements ({len(emitted)} more from LLVM), {asked}: {len(answers) * runs} answers")
    print(f"rows: {len(learned)} of instructions, {len(registers)} of registers, {len(directives)} of directives; sample: {sampled}")
    print(f"{len(torn)} statements whose operands matter, which the rows take as the weaker form; {len(wrong)} without rows")
    told = {s: a for s, a in answers.items() if s not in torn and not forms.Form(s).registers}
    left = differences(told, rows, "the table against ptxas")
    if before:
        changed = differences(answers, before, "the earlier table against ptxas")
        opcodes = collections.Counter(".".join(forms.Form(s).key[0:1] + forms.Form(s).key[1][:1]) for s in changed)
        print("  by opcode:", ", ".join(f"{name} {count}" for name, count in opcodes.most_common(options.show)))
    illegal = sorted(statement for statement in emitted if statement in never)
    print(f"{len(illegal)} statements that LLVM writes and ptxas accepts for no target:")
    for statement in illegal[: options.show]:
        print("  ", statement, "--", never[statement])
    if left and {forms.Form(s).key for s in left} - {forms.Form(s).key for s in torn}:
        sys.exit("the rows do not give every answer")
    return 0


if __name__ == "__main__":
    sys.exit(main())
