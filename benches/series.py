#!/usr/bin/env python3
"""Measures how time and memory grow when one dimension of the input doubles: `make series`.

For each dimension (benches/dimensions.py), five inputs are made, each twice as large as the one before. Each tool and
pass that depends on the dimension runs on them under a limit of processor time. Prints a Markdown table: the largest
size, the processor seconds and the peak memory at each step, and the growth: the base-2 logarithm of the last ratio of times, or
half that of the last two, without the time of an empty input. 1 is linear, 2 is quadratic. A row with a growth of at
most 1.4, or with less than 0.1 s at the largest size, is linear. Stock LLVM runs on the inputs of the other rows, if it
has a counterpart. The exit status is 1 if a row is super-linear and stock is not.

`messages` is the size of what the tool writes to standard error for the largest input.
"""

import argparse
import concurrent.futures
import io
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

import dimensions as d

STEPS = 5
# A linear pass measures up to 1.3 at the step where its working set no longer fits a cache that others share.
LINEAR = 1.4
# Seconds. Shorter times are mostly noise.
FLOOR = 0.1
# How many times a row is measured again that seems to be super-linear.
REPETITIONS = 3
# Of the address space of a process, in bytes. A run that needs more fails.
MEMORY = 6 << 30

NULL = ["-o", os.devnull]
CHIP = "chip=sm_90 ptx=8.4"
PASSES = {
    "parse and print": [],
    "nvvm-transplant": ["--nvvm-transplant"],
    "nvvm-transplant last": ["--nvvm-transplant=on-conflict=last"],
    "nvvm-transplant upstream": ["--nvvm-transplant=form=upstream"],
    "nvvm-verify": [f"--nvvm-verify={CHIP}"],
    "nvvm-check-bodies": [f"--nvvm-check-bodies={CHIP}"],
    "nvvm-verify canonical": [f"--nvvm-verify={CHIP} form=canonical"],
    "nvvm-legalize": [f"--nvvm-legalize={CHIP}"],
    "nv-tileaa-derive-launch": ["--nv-tileaa-derive-launch=chip=sm_90 emit-remarks"],
    "convert-gpu-to-nv-tileaa": ["--convert-gpu-to-nv-tileaa"],
    "nvvm-launch": [f"--nvvm-launch={CHIP} on-conflict=last"],
    "nvvm-export": ["--nvvm-export"],
    "nvvm-export legacy": ["--nvvm-export=legacy"],
}
TRANSLATIONS = {
    "import-nvvm": ["--import-nvvm"],
    "import and transplant": ["--import-nvvm", "--passes=builtin.module(nvvm-transplant)"],
    "export-nvvm": ["--export-nvvm"],
    "export-nvvm-legacy": ["--export-nvvm-legacy"],
    "nvvm-to-ptx-header": ["--nvvm-to-ptx-header", "--gpu-name=sm_90"],
    "mlir-to-llvmir": ["--mlir-to-llvmir"],
}
DRIVER = {
    "cc mlir": ["--emit=mlir", "--gpu-name=sm_90"],
    "cc llvm": ["--emit=llvm", "--gpu-name=sm_90"],
    "cc ptx": ["--emit=ptx", "--gpu-name=sm_90"],
    "cc last": ["--emit=llvm", "--gpu-name=sm_90", "--on-conflict=last"],
}
CONTRACT = {"show": ["show"], "check": ["check"], "audit": ["audit"], "knobs": ["knobs"]}

IR = [
    "nvvm-transplant",
    "nvvm-verify",
    "nvvm-launch",
    "nvvm-export",
    "nvvm-export legacy",
    "export-nvvm-legacy",
    "nvvm-to-ptx-header",
    "cc llvm",
    "show",
]
BODY = ["nvvm-verify", "nv-tileaa-derive-launch", "cc mlir", "cc ptx"]
LAUNCH = ["nvvm-verify", "convert-gpu-to-nv-tileaa", "nvvm-launch"]
ERRORS = ["nvvm-verify", "nvvm-legalize", "nvvm-to-ptx-header", "cc llvm"]
ALL = [*PASSES, "export-nvvm", *list(TRANSLATIONS)[3:], *DRIVER, "show"]
LLVM = ["import-nvvm", "import and transplant", "cc llvm", "show"]
PTX = ["show", "audit"]

# The name, the ending of the file, the generator, the largest size, and the tools. Stock refuses the tuples of series
# of `grid_constant`, and runs on the arguments alone.
SERIES = [
    ("functions", "mlir", d.functions, 32_000, ALL),
    ("kernels", "mlir", d.kernels, 16_000, ALL),
    ("kernels that state different facts", "mlir", d.different_kernels, 16_000, ALL),
    ("tuples", "mlir", d.tuples, 16_000, ALL),
    ("tuples about one function", "mlir", d.tuples_of_one, 32_000, ALL),
    ("tuples about two functions", "mlir", d.tuples_of_two, 32_000, IR),
    ("tuples about a long alias", "mlir", d.tuples_by_alias, 4_000, IR),
    ("tuples with faults", "mlir", d.faulty_tuples, 64_000, IR),
    ("empty tuples", "mlir", d.empty_tuples, 64_000, IR),
    ("pairs in a tuple", "mlir", d.pairs, 64_000, IR),
    ("pairs with other keys", "mlir", d.other_pairs, 64_000, IR),
    ("pairs with misspelled keys", "mlir", d.misspelled_pairs, 32_000, IR),
    ("pairs with invalid values", "mlir", d.invalid_pairs, 64_000, IR),
    ("conflicting pairs", "mlir", d.conflicts, 32_000, ["nvvm-transplant last", "cc last", *IR]),
    *[
        (f"grid_constant, {name}", "mlir", d.constants(name), 16_000, ["nvvm-transplant upstream", *IR])
        for name in ["ascending", "descending", "random", "duplicates"]
    ],
    *[
        (f"grid_constant in tuples, {name}", "mlir", d.constants_apart(name), 16_000, ["nvvm-transplant upstream", *IR])
        for name in ["ascending", "descending", "random", "duplicates"]
    ],
    ("grid_constant of arguments", "mlir", d.constants_of_arguments, 16_000, ["nvvm-transplant upstream", *IR]),
    ("grid_constant on both", "mlir", d.constants_twice, 16_000, ["nvvm-transplant upstream", *IR]),
    ("arguments", "mlir", d.arguments, 32_000, IR),
    ("entries of passthrough", "mlir", d.passthrough, 64_000, IR),
    ("facts in passthrough", "mlir", d.passthrough_facts, 64_000, IR),
    ("attributes", "mlir", d.attributes, 64_000, IR),
    ("misspelled attributes", "mlir", d.misspelled_attributes, 32_000, IR),
    ("length of a name", "mlir", d.long_name, 4_000_000, IR),
    ("length of all names", "mlir", d.long_names, 4_000_000, IR),
    # The name of a function is the path of all modules around it, so that the names of a nest are quadratic text.
    ("nested modules", "mlir", d.nested_modules, 800, IR),
    ("nested modules with tuples", "mlir", d.nested_lists, 800, IR),
    ("modules", "mlir", d.modules, 16_000, IR),
    ("modules with tuples", "mlir", d.lists, 16_000, IR),
    ("gpu.modules", "mlir", d.gpu_modules, 16_000, IR),
    ("targets of a gpu.module", "mlir", d.targets, 8_000, IR),
    ("kernel specs", "mlir", d.specs, 16_000, ["nv-tileaa-derive-launch", "nvvm-launch", "cc mlir"]),
    ("launches", "mlir", d.launches, 16_000, LAUNCH),
    ("launches of many kernels", "mlir", d.launches_of_many, 16_000, LAUNCH),
    ("launches that break a rule", "mlir", d.invalid_launches, 16_000, LAUNCH),
    ("operands of a launch", "mlir", d.launch_operands, 32_000, LAUNCH),
    ("dependencies of a wait", "mlir", d.launch_dependencies, 32_000, LAUNCH),
    ("instructions", "mlir", d.instructions, 64_000, BODY),
    ("barriers", "mlir", d.barriers, 64_000, BODY),
    ("cluster instructions", "mlir", d.clusters, 64_000, BODY),
    ("warpgroup instructions", "mlir", d.warpgroups, 64_000, BODY),
    ("tensor memory instructions", "mlir", d.tensor_memory, 32_000, BODY),
    ("barriers that break a rule", "mlir", d.barriers_with_threads, 32_000, BODY),
    ("blocks", "mlir", d.blocks, 32_000, BODY),
    ("branches", "mlir", d.branches, 8_000, BODY),
    ("nested branches", "mlir", d.nested_branches, 8_000, BODY),
    ("loops", "mlir", d.loops, 16_000, BODY),
    ("nested loops", "mlir", d.nested_loops, 2_000, BODY),
    ("nested regions", "mlir", d.nested_regions, 800, ["nvvm-verify", "nvvm-launch", "cc mlir"]),
    ("cases of a switch", "mlir", d.switch, 16_000, BODY),
    ("arguments of a block", "mlir", d.block_arguments, 16_000, BODY),
    ("calls in a chain", "mlir", d.call_chain, 16_000, BODY),
    ("calls in a cycle", "mlir", d.call_cycle, 16_000, BODY),
    ("calls of one function", "mlir", d.calls, 32_000, BODY),
    ("called functions", "mlir", d.callees, 16_000, BODY),
    ("kernels that call one function", "mlir", d.callers, 16_000, BODY),
    ("kernels into a chain of calls", "mlir", d.call_square, 16_000, BODY),
    ("statements of assembly", "mlir", d.assembly, 32_000, BODY),
    ("length of assembly", "mlir", d.long_assembly("bar.sync 0;\\0A"), 64_000, BODY),
    ("labels in assembly", "mlir", d.long_assembly("a:\\0A"), 64_000, BODY),
    ("comments in assembly", "mlir", d.long_assembly("/* */ // /*\\0A"), 64_000, BODY),
    ("slashes in assembly", "mlir", d.long_assembly("/"), 256_000, BODY),
    ("predicates in assembly", "mlir", d.long_assembly("setp.eq.u32 p, 0, 0; @p bar.sync 0;"), 16_000, BODY),
    ("braces in assembly", "mlir", d.long_assembly("{"), 256_000, BODY),
    ("diagnostics: errors", "mlir", d.errors(), 16_000, ERRORS),
    ("diagnostics: errors in one line", "mlir", d.errors(" "), 4_000, ERRORS),
    ("diagnostics: warnings", "mlir", d.warnings, 16_000, ERRORS),
    ("diagnostics: remarks", "mlir", d.denials, 16_000, ["nvvm-transplant", "cc llvm"]),
    ("diagnostics: conflicts", "mlir", d.conflicts_in_functions, 16_000, ["nvvm-transplant last", *IR]),
    ("diagnostics: notes", "mlir", d.instruction_errors, 16_000, ["nvvm-check-bodies"]),
    ("diagnostics: length of a value", "mlir", d.long_value, 4_000_000, ERRORS),
    ("diagnostics: length of all values", "mlir", d.long_values, 4_000_000, ERRORS),
    ("diagnostics: length of a list", "mlir", d.long_lists, 1_000_000, ERRORS),
    ("diagnostics: an error of the parser", "mlir", d.parse_error, 16_000_000, ["parse and print", "cc llvm"]),
    ("LLVM: kernels", "ll", d.llvm_kernels, 16_000, ["cc ptx", *LLVM]),
    ("LLVM: tuples about one function", "ll", d.llvm_tuples_of_one, 32_000, LLVM),
    ("LLVM: pairs in a tuple", "ll", d.llvm_pairs, 64_000, LLVM),
    ("LLVM: grid_constant, ascending", "ll", d.llvm_constants("ascending"), 16_000, LLVM),
    ("LLVM: grid_constant, descending", "ll", d.llvm_constants("descending"), 16_000, LLVM),
    ("LLVM: metadata", "ll", d.llvm_nodes, 64_000, LLVM),
    ("LLVM: named metadata", "ll", d.llvm_named, 64_000, LLVM),
    ("LLVM: attribute groups", "ll", d.llvm_groups, 16_000, LLVM),
    ("LLVM: escapes in a string", "ll", d.llvm_strings, 1_000_000, LLVM),
    ("LLVM: kernels in one line", "ll", d.llvm_one_line, 16_000, LLVM),
    ("LLVM: comments", "ll", d.llvm_comments, 256_000, LLVM),
    ("LLVM: instructions", "ll", d.llvm_instructions, 64_000, LLVM),
    ("LLVM: blocks", "ll", d.llvm_blocks, 32_000, LLVM),
    ("LLVM: tuples with invalid values", "ll", d.llvm_invalid, 32_000, LLVM),
    ("PTX: entries", "ptx", d.ptx_entries, 64_000, PTX),
    ("PTX: entries in one line", "ptx", d.ptx_one_line, 64_000, PTX),
    ("PTX: directives of an entry", "ptx", d.ptx_directives, 128_000, PTX),
    ("PTX: parameters of an entry", "ptx", d.ptx_parameters, 128_000, PTX),
    ("PTX: comments", "ptx", d.ptx_comments, 512_000, PTX),
    ("PTX: comments in a header", "ptx", d.ptx_inner_comments, 128_000, PTX),
    ("PTX: instructions", "ptx", d.ptx_instructions, 512_000, PTX),
    ("PTX: pragmas of an entry", "ptx", d.ptx_pragmas, 128_000, PTX),
    ("PTX: variables", "ptx", d.ptx_globals, 128_000, PTX),
    ("PTX: invalid directives", "ptx", d.ptx_invalid, 128_000, PTX),
    *[
        (f"PTX bodies: {name}", "ptx", make, largest, ["check"])
        for name, make, largest in [
            ("accesses", d.ptx_accesses, 16_000),
            ("barriers", d.ptx_barriers, 8_000),
            ("branches", d.ptx_branches, 8_000),
            ("branches back", d.ptx_back_branches, 4_000),
            ("iterations of a loop", d.ptx_iterations, 64_000),
            ("loops", d.ptx_loops, 4_000),
            ("nested loops", d.ptx_nested_loops, 64),
            ("targets of a branch", d.ptx_targets, 4_000),
            ("calls in a chain", d.ptx_calls, 8_000),
            ("terms of an address", d.ptx_expressions, 32_000),
            ("phases of an mbarrier", d.ptx_phases, 4_000),
            ("copies", d.ptx_copies, 8_000),
            ("kernels", d.ptx_bodies, 4_000),
        ]
    ],
    # With --ptxas only, which makes the cubins.
    ("cubin: kernels", "cubin", d.ptx_entries, 2_000, ["show"]),
    ("cubin: parameters of a kernel", "cubin", d.ptx_parameters, 1_000, ["show"]),
    ("fatbin: images", "fatbin", d.fatbin_images, 4_000, ["show"]),
    ("fatbin: files", "fatbin", d.fatbins, 4_000, ["show"]),
    ("fatbin: entries of an image", "fatbin", d.fatbin_image, 64_000, ["show"]),
    ("knobs: assignments", "knobs", d.knobs, 256_000, ["knobs"]),
    ("knobs: one knob", "knobs", d.overridden_knobs, 256_000, ["knobs"]),
    ("knobs: one line", "knobs", d.knob_line, 256_000, ["knobs"]),
    ("knobs: clauses", "knobs", d.knob_clauses, 256_000, ["knobs"]),
    ("knobs: a string", "knobs", d.knob_string, 1_000_000, ["knobs"]),
    ("knobs: sentinels", "knobs", d.knob_sentinel, 1_000_000, ["knobs"]),
]

EMPTY = {"mlir": "module {}\n", "ll": "define void @k() {\n  ret void\n}\n", "ptx": d.HEADER, "knobs": "[knobs]\n"}
EMPTY |= {"fatbin": d.fatbin([d.HEADER]), "cubin": d.HEADER + d.entry()}


def run(command, limit):
    """Processor seconds, peak memory in MiB, exit status, and the bytes of messages. The status of a run that reaches
    the limit is `limit`."""

    def restrict():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    with open(os.devnull, "wb") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=subprocess.PIPE, preexec_fn=restrict)
        messages = 0
        while chunk := process.stderr.read(1 << 20):
            messages += len(chunk)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    is_over = process.returncode == -signal.SIGXCPU or usage.ru_utime + usage.ru_stime >= limit - 0.1
    return {
        "s": usage.ru_utime,
        "mib": usage.ru_maxrss / 1024,
        "status": "limit" if is_over else process.returncode,
        "messages": messages,
    }


def growth(steps, empty):
    """The exponent of the last step, or the mean of the last two if it is lower: one step can be noise."""
    times = [max(step["s"] - empty["s"], 0.001) for step in steps[-3:]]
    exponents = [math.log2(times[-1] / time) / count for count, time in enumerate(reversed(times[:-1]), 1)]
    return min(exponents)


def is_linear(row):
    if row["steps"][-1]["status"] == "limit":
        return False
    return row["growth"] <= LINEAR or row["steps"][-1]["s"] - row["empty"]["s"] < FLOOR


class Runner:
    # What an empty input needs, by tool and kind of file.
    empty = {}

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.bin = pathlib.Path(options.bin).resolve()
        self.stock = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin"

    def command(self, tool, path):
        if tool in PASSES:
            return [self.bin / "tileiras-opt", *PASSES[tool], path, *NULL]
        if tool in TRANSLATIONS:
            return [self.bin / "tileiras-translate", *TRANSLATIONS[tool], path, *NULL]
        if tool in DRIVER:
            return [self.bin / "tileiras-cc", *DRIVER[tool], path, "-o", self.folder / "out"]
        files = [path, path] if tool == "audit" else [path]
        return [self.bin / "tileiras-contract", *CONTRACT[tool], *files]

    def peer(self, tool, path):
        """The command of stock that does most of the same, if there is one."""
        if tool == "cc ptx":
            translate = f"{self.stock}/mlir-translate --mlir-to-llvmir {path}"
            read = f"cat {path}" if path.suffix == ".ll" else translate
            chip = "-mtriple=nvptx64-nvidia-cuda -mcpu=sm_90"
            back_end = f"{self.stock}/opt -O3 {chip} | {self.stock}/llc {chip} -o {os.devnull}"
            return ["sh", "-c", f"{read} | {back_end}"]
        if tool in PASSES or tool == "cc mlir":
            return [self.stock / "mlir-opt", path, *NULL] if path.suffix == ".mlir" else None
        if path.suffix == ".ll":
            return [self.stock / "mlir-translate", "--import-llvm", path, *NULL]
        if tool.startswith("export") or tool == "mlir-to-llvmir" or tool in DRIVER:
            return [self.stock / "mlir-translate", "--mlir-to-llvmir", path, *NULL]
        return [self.stock / "mlir-opt", path, *NULL] if path.suffix == ".mlir" else None

    def write(self, name, make):
        path = self.folder / name
        if not path.exists():
            out = io.StringIO()
            make(out)
            path.write_bytes(out.getvalue().encode("latin-1"))
            if path.suffix == ".cubin":
                subprocess.run([self.options.ptxas, "-arch=sm_90", path, "-o", path], check=True)
        return path

    def measure(self, command_of, paths, empty):
        steps = []
        for path in paths:
            steps.append(run(command_of(path), self.options.limit))
            if steps[-1]["status"] == "limit":
                break
        # Noise makes a time longer only, so that the shortest of some counts.
        for _ in range(REPETITIONS):
            if len(steps) < max(len(paths), 2) or growth(steps, empty) <= LINEAR or steps[-1]["s"] - empty["s"] < FLOOR:
                break
            for number in [-2, -1]:
                again = run(command_of(paths[number]), self.options.limit)
                steps[number] = min(steps[number], again, key=lambda step: step["s"])
        return steps

    def of_empty(self, command_of, suffix):
        path = self.write(f"empty.{suffix}", lambda out: out.write(EMPTY[suffix]))
        runs = [run(command_of(path), self.options.limit) for _ in range(3)]
        return min(runs, key=lambda step: step["s"])

    def row(self, name, suffix, tool, paths, stock_paths):
        if (tool, suffix) not in self.empty:
            self.empty[tool, suffix] = self.of_empty(lambda path: self.command(tool, path), suffix)
        empty = self.empty[tool, suffix]
        steps = self.measure(lambda path: self.command(tool, path), paths, empty)
        row = {"series": name, "tool": tool, "empty": empty, "steps": steps}
        row["growth"] = growth(steps, empty) if len(steps) > 1 else math.inf
        row["verdict"] = "linear" if is_linear(row) else "super-linear"
        if not is_linear(row) and self.peer(tool, paths[0]):
            last = stock_paths[max(len(steps) - 3, 0) : len(steps)]
            stock_empty = self.of_empty(lambda path: self.peer(tool, path), suffix)
            row["stock"] = self.measure(lambda path: self.peer(tool, path), last, stock_empty)
            if len(row["stock"]) > 1 or row["stock"][-1]["status"] == "limit":
                row["stock_growth"] = growth(row["stock"], stock_empty) if len(row["stock"]) > 1 else math.inf
                # What stock needs as much time for is its own, even if its growth is seen at other sizes.
                share = row["stock"][-1]["s"] / steps[-1]["s"]
                if share > 1 or share > 0.5 and row["stock_growth"] > LINEAR:
                    row["verdict"] = "as stock"
        return row


def measure_series(options, number):
    """The rows of a series, one for each tool that the options choose."""
    name, suffix, make, largest, tools = SERIES[number]
    tools = [tool for tool in dict.fromkeys(tools) if not options.only or options.only in f"{name}: {tool}"]
    if not tools or suffix == "cubin" and not options.ptxas:
        return []
    with tempfile.TemporaryDirectory(prefix="tileiras-series-") as folder:
        runner = Runner(options, pathlib.Path(folder))
        paths = [runner.write(f"{n}.{suffix}", lambda out: make(out, n)) for n in sizes(largest)]
        stock_paths = paths
        if name.startswith("grid_constant"):
            alone = d.arguments_by_value
            stock_paths = [runner.write(f"stock-{n}.{suffix}", lambda out: alone(out, n)) for n in sizes(largest)]
        return [runner.row(name, suffix, tool, paths, stock_paths) for tool in tools]


def sizes(largest):
    return [largest >> step for step in reversed(range(STEPS))]


def line(row, largest):
    steps = row["steps"]
    seconds = " ".join(f"{step['s']:.2f}" for step in steps)
    memory = " ".join(f"{step['mib']:.0f}" for step in steps)
    stock = "".join(f" {step['s']:.2f}" for step in row.get("stock", []))
    reached = sizes(largest)[len(steps) - 1]
    status = steps[-1]["status"]
    messages = f"{steps[-1]['messages'] / 1024:,.0f} KiB"
    cells = [row["series"], row["tool"], f"{reached:,}", seconds, memory, messages, str(status)]
    verdict = row["verdict"] + (f", stock{stock}" if stock else "")
    return "| " + " | ".join([*cells, f"{row['growth']:.2f}", verdict]) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="target/release", help="the folder with this project's tools")
    parser.add_argument("--only", help="measure only series, or tools, whose name contains this")
    parser.add_argument("--part", default="1/1", help="measure only every N-th series, from the K-th on (default: 1/1)", metavar="K/N")
    parser.add_argument("--limit", type=int, default=10, help="processor seconds of one run (default: 10)")
    parser.add_argument("--ptxas", default=os.environ.get("TILEIRAS_PTXAS"), help="makes the cubins")
    parser.add_argument("--json", help="where to write the figures")
    options = parser.parse_args()
    print("| series | tool | size | seconds | MiB | messages | exit | growth | verdict |")
    print("|---|---|---|---|---|---|---|---|---|")
    rows = []
    first, step = map(int, options.part.split("/"))
    numbers = range(first - 1, len(SERIES), step)
    # Processor time is measured, so that a series can run on each core.
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for number, found in zip(numbers, pool.map(measure_series, [options] * len(numbers), numbers)):
            largest = SERIES[number][3]
            rows.extend(found)
            for row in found:
                print(line(row, largest), flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=2) + "\n")
    sys.exit(any(row["verdict"] == "super-linear" for row in rows))


if __name__ == "__main__":
    main()
