"""Modules of 50 MB that consist of what real producers write: copies of the samples in examples/producers.

Each copy has its own symbols, metadata and aliases, as if many modules had been linked. Definitions that do not depend
on a function or a `distinct` node are written once for all copies of a sample, as LLVM's and MLIR's printers do.
"""

import pathlib
import re
import subprocess

SAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples" / "producers"
SIZE = 50_000_000

# Is replaced by the number of the copy. In nodes, five digits with their own number follow.
COPY = "\0"

LLVM_TOKEN = re.compile(
    r";[^\n]*"
    r'|(?P<global>[@$](?:"[^"]*"|[-\w$.]+))'
    r'|"[^"]*"'
    r"|(?P<type>%(?:struct|class|union|anon)[-\w$.:]*)"
    r"|#(?P<group>\d+)\b"
    r"|!(?P<node>\d+)\b"
)
MLIR_TOKEN = re.compile(
    r'(?P<global>@(?:"[^"]*"|[\w$.]+))'
    r'|"(?:[^"\\]|\\.)*"'
    r"|distinct\[(?P<distinct>\d+)\]"
    r"|(?P<alias>#\w+)\b(?![.<])"
)
FACT = re.compile(r'\["nvvm\.(\w+)", "([\d,]+)"\](?:, )?')
KERNEL = re.compile(r"^ *llvm\.func .*?ptx_kernelcc (@[\w$.]+)\(")


def suffixed(name, suffix):
    return f'{name[:-1]}_{suffix}"' if name.endswith('"') else f"{name}_{suffix}"


def dependent(definitions, token, kind, is_own):
    """The names of the definitions that each copy repeats: those with `is_own`, and those that use them."""
    uses = {name: {match[kind] for match in token.finditer(text) if match[kind]} for name, text in definitions.items()}
    found = {name for name, text in definitions.items() if is_own(text)}
    while more := {name for name in definitions if name not in found and uses[name] & found}:
        found |= more
    return found


class LLVMSample:
    """A `.ll` file in parts: what is written once, what each copy repeats, and its named metadata."""

    def __init__(self, path, number):
        self.number = number
        self.named, self.declarations = {}, {}
        nodes, groups, own, types = {}, [], [], []
        for line in path.read_text().split("\n"):
            if match := re.match(r"!(\d+) = ", line):
                nodes[match[1]] = line
            elif match := re.match(r"!([\w.]+) = (?:distinct )?!\{(.*)\}", line):
                self.named[match[1]] = match[2]
            elif line.startswith("attributes #"):
                groups.append(line)
            elif line.startswith("%") and " = type " in line:
                types.append(line)
            elif match := re.match(r"declare .*?(@[-\w$.]+)\(", line):
                self.declarations[match[1]] = line
            # A module has one list of used symbols; it is not needed, since no tool here removes unused ones.
            elif not re.match(r"source_filename|target |; ModuleID|@llvm\.(compiler\.)?used = ", line):
                own.append(line)
        self.nodes_of_copy = dependent(nodes, LLVM_TOKEN, "node", lambda text: "= distinct" in text or "@" in text)
        shared = [line for name, line in nodes.items() if name not in self.nodes_of_copy]
        self.once = self.renamed("\n".join([*types, *groups]))
        self.nodes_once = self.renamed("\n".join(shared))
        self.body = self.renamed("\n".join(own))
        self.nodes = self.renamed("\n".join(nodes[name] for name in nodes if name in self.nodes_of_copy))
        self.named = {name: self.renamed(text) for name, text in self.named.items()}
        self.declarations = {name: self.renamed(text) for name, text in self.declarations.items()}

    def renamed(self, text):
        def token(match):
            if match["global"]:
                shared = match[0] in self.declarations or match[0].startswith("@llvm.")
                return match[0] if shared else suffixed(match[0], COPY)
            if match["type"]:
                return f"{match[0]}_{self.number}"
            if match["group"]:
                return f"#{self.number}{match['group']:0>5}"
            if match["node"]:
                return f"!{COPY if match['node'] in self.nodes_of_copy else self.number}{match['node']:0>5}"
            return match[0]

        return LLVM_TOKEN.sub(token, text)


def copies(samples, first, write):
    """Calls `write(sample, copy)` for the samples in turns until it has returned SIZE in all."""
    written, copy = 0, first
    while written < SIZE:
        written += write(samples[copy % len(samples)], str(copy))
        copy += 1


def llvm(out):
    """One `.ll` module: copies of every `.ll` sample."""
    paths = sorted(SAMPLES.glob("*/*.ll"))
    samples = [LLVMSample(path, number) for number, path in enumerate(paths, 1)]
    main = next(sample for sample, path in zip(samples, paths) if path.name == "blocks.clang22.ll")
    out.write("".join(re.findall(r"^target .*\n", (SAMPLES / "clang/blocks.clang22.ll").read_text(), re.MULTILINE)))
    declarations, nodes, named = {}, [], {"nvvm.annotations": [], "llvm.dbg.cu": []}
    for sample in samples:
        out.write(f"{sample.once}\n")
        nodes.append(sample.nodes_once)
        declarations = sample.declarations | declarations
    out.write("\n".join(declarations.values()) + "\n")

    def write(sample, copy):
        body, own = sample.body.replace(COPY, copy), sample.nodes.replace(COPY, copy)
        out.write(body)
        nodes.append(own)
        for name, list_of_nodes in named.items():
            if name in sample.named:
                list_of_nodes.append(sample.named[name].replace(COPY, copy))
        return len(body) + len(own)

    copies(samples, len(samples) + 1, write)
    named["llvm.module.flags"] = [main.named["llvm.module.flags"]]
    for name, list_of_nodes in named.items():
        out.write(f"!{name} = !{{{', '.join(list_of_nodes)}}}\n")
    out.write("\n".join(nodes) + "\n")


class MLIRSample:
    """A module in MLIR in parts: aliases that are written once, and what each copy repeats."""

    def __init__(self, text, number):
        self.number = number
        aliases, body = {}, []
        for line in text.split("\n"):
            if match := re.match(r"(#\w+) = ", line):
                aliases[match[1]] = line
            elif line and not line.startswith(("module", "}")) and "llvm.module_flags" not in line:
                body.append(line)
        self.aliases = aliases
        self.aliases_of_copy = dependent(aliases, MLIR_TOKEN, "alias", lambda text: "distinct[" in text)
        self.once = self.renamed("\n".join(line for name, line in aliases.items() if name not in self.aliases_of_copy))
        self.own = self.renamed("\n".join(line for name, line in aliases.items() if name in self.aliases_of_copy))
        self.body = self.renamed("\n".join(body))
        self.body_with_tuples, self.tuples = with_tuples(self.body)

    def renamed(self, text):
        def token(match):
            if match["global"]:
                return suffixed(match[0], COPY)
            if match["distinct"]:
                return f"distinct[{COPY}{match['distinct']:0>5}]"
            if match["alias"] in self.aliases:
                return suffixed(match[0], COPY if match["alias"] in self.aliases_of_copy else f"of_{self.number}")
            return match[0]

        return MLIR_TOKEN.sub(token, text)


def with_tuples(body):
    """The body with its facts as tuples in place of `passthrough` strings, and these tuples."""
    lines, tuples = body.split("\n"), []
    for at, line in enumerate(lines):
        if kernel := KERNEL.match(line.replace(COPY, "0")):
            name = kernel[1][:-1] + COPY
            pairs = ['"kernel", 1 : i32']
            for fact, values in FACT.findall(line):
                keys = [f"{fact}{axis}" for axis in "xyz"] if fact.endswith("ntid") else [fact]
                if fact == "cluster_dim":
                    keys = [f"{fact}_{axis}" for axis in "xyz"]
                pairs += [f'"{key}", {value} : i32' for key, value in zip(keys, values.split(","))]
            tuples += [f"[{name}, {pair}]" for pair in pairs]
            line = FACT.sub("", line).replace("ptx_kernelcc ", "")
            lines[at] = line.replace(", passthrough = []", "").replace(", ]", "]")
    return "\n".join(lines), ", ".join(tuples)


def functions(path):
    """The number of functions with a body."""
    with open(path) as file:
        return sum(1 for line in file if line.endswith("{\n") and re.match(r" *(llvm|gpu)\.func ", line))


def mlir(out, translate):
    """One `.mlir` module: copies of every `.mlir` sample, and of every `.ll` sample as stock LLVM imports it.

    Half of the copies of the latter have their facts as legacy tuples, the other half as `passthrough` strings.
    """
    texts = [path.read_text() for path in sorted(SAMPLES.glob("*/*.mlir"))]
    for path in sorted(SAMPLES.glob("*/*.ll")):
        command = [translate, "--import-llvm", "--mlir-print-debuginfo", path]
        texts.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    samples = [MLIRSample(text, number) for number, text in enumerate(texts, 1)]
    aliases, bodies, tuples = [sample.once for sample in samples], [], []

    def write(sample, copy):
        legacy = sample.tuples and int(copy) // len(samples) % 2
        body = (sample.body_with_tuples if legacy else sample.body).replace(COPY, copy)
        own = sample.own.replace(COPY, copy)
        if legacy:
            tuples.append(sample.tuples.replace(COPY, copy))
        aliases.append(own)
        bodies.append(body)
        return len(body) + len(own)

    copies(samples, len(samples) + 1, write)
    out.write("\n".join(filter(None, aliases)))
    out.write("\nmodule attributes {nvvm.annotations = [\n" + ",\n".join(tuples) + "]} {\n")
    out.write("\n".join(bodies) + "\n}\n")
