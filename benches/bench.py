#!/usr/bin/env python3
"""Compares the tools with stock LLVM, on generated inputs and on what real producers write: `make bench`.

Prints four tables. Processes: each measurement runs ours and its peer in turns, on the same file, and gives the median
of each, the median of the ratios of neighbouring runs, the spread of the ratios (the middle half), and peak memory.
Passes: wall time of each pass as `--mlir-timing` reports it (the mean of the middle half of the runs), in microseconds
for each function or launch and as a share of the process. Growth: the ratio of the costs for ten times the kernels.
Targets: the figures of docs/PERFORMANCE.md, each with its bound. With --json, all figures are also written to a file.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import inputs
import memory
import real
import targets
import timing

# The ptxas of `make`, unless another one is named.
PTXAS = os.environ.get("TILEIRAS_PTXAS") or pathlib.Path(__file__).resolve().parent.parent / ".tools/bin/ptxas"

# Numbers of kernels.
SIZES = [1_000, 10_000, 100_000]


def run(command):
    """Wall time in seconds and peak memory in KiB of one run."""
    memory.touch()
    with open(os.devnull, "w") as sink:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=sink, stderr=subprocess.PIPE)
        # The tools write few remarks. Many of them would affect the time.
        words = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        message = words.decode(errors="replace")[:2000]
        sys.exit(f"{' '.join(map(str, command))}: exit status {process.returncode}\n{message}")
    return elapsed, usage.ru_maxrss


def quartiles(values):
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def pair(name, ours, peer, runs):
    """One row: ours against its peer, in turns."""
    run(ours), run(peer)
    samples = [(run(ours), run(peer)) for _ in range(runs)]
    ratios = [a[0] / b[0] for a, b in samples]
    low, high = quartiles(ratios)
    median = lambda side, what: statistics.median(sample[side][what] for sample in samples)
    return {
        "name": name,
        "ours_s": median(0, 0),
        "peer_s": median(1, 0),
        "ratio": statistics.median(ratios),
        "ratio_low": low,
        "ratio_high": high,
        "ours_mib": median(0, 1) / 1024,
        "peer_mib": median(1, 1) / 1024,
        "memory_ratio": median(0, 1) / median(1, 1),
        "runs": runs,
        "ours": " ".join(map(str, ours)),
        "peer": " ".join(map(str, peer)),
    }


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        prefix = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin"
        self.stock = lambda name: prefix / name
        self.tool = lambda name: pathlib.Path(options.bin).resolve() / name
        self.rows = []

    def file(self, name, make, *arguments):
        path = self.folder / name
        if not path.exists():
            with open(path, "w") as out:
                make(out, *arguments)
        return path

    def add(self, name, ours, peer, runs=None):
        if self.options.only and self.options.only not in name:
            return
        row = pair(name, ours, peer, runs or self.options.runs)
        self.rows.append(row)
        print(line(row), flush=True)

    def all(self):
        opt, stock = self.tool("tileiras-opt"), self.stock("mlir-opt")
        to_null = ["-o", os.devnull]
        for n in SIZES:
            for kind in ["attribute", "passthrough"]:
                path = self.kernels(kind, n)
                self.add(f"nvvm-launch, {kind}, {n}", [opt, "--nvvm-launch", path, *to_null], [stock, path, *to_null])
            path = self.file(f"llvm-{n}.ll", inputs.llvm, n)
            imported = [self.tool("tileiras-translate"), "--import-nvvm", path, *to_null]
            passes = "--passes=builtin.module(nvvm-transplant)"
            peer = [self.stock("mlir-translate"), "--import-llvm", path, *to_null]
            self.add(f"import-nvvm, {n}", imported, peer)
            self.add(f"import and transplant, {n}", [*imported, passes], peer)
        largest = self.file(f"llvm-{SIZES[-1]}.ll", inputs.llvm, SIZES[-1])
        self.add("import and transplant through a pipe", self.piped(largest), peer)
        opt_peer = [self.stock("opt"), "-S", largest, *to_null]
        self.add("import and transplant against opt -S", [*imported, passes], opt_peer)
        path = self.launches()
        ours = [opt, "--convert-gpu-to-nv-tileaa", path, *to_null]
        self.add("convert 50000 launches against parse and print", ours, [stock, path, *to_null])
        self.add("convert 50000 launches against gpu-to-llvm", ours, [stock, "--gpu-to-llvm", path, *to_null])
        path = self.bytecode()
        self.add("nvvm-launch, 20 MB of bytecode", [opt, "--nvvm-launch", path, *to_null], [stock, path, *to_null])
        path = self.file("one.mlir", inputs.one_line)
        self.add("start-up", [opt, path, *to_null], [stock, path, *to_null], 41)
        self.real()
        self.ptx()
        self.plugin()
        self.driver()

    def plugin(self):
        """The transplant by the plugin in a stock mlir-opt, against that of tileiras-opt with the same libMLIR.so."""
        if self.options.shared:
            ours, peer = self.transplants(self.kernels("attribute", SIZES[-1]))
            self.add("transplant, plugin against tileiras-opt", [*ours, "-o", os.devnull], [*peer, "-o", os.devnull])

    def transplants(self, path):
        """The commands that transplant with the plugin, and with tileiras-opt."""
        folder = pathlib.Path(self.options.shared).resolve()
        plugin = folder / "libtileiras_plugin.so"
        load = [f"--load-pass-plugin={plugin}", f"--load-dialect-plugin={plugin}"]
        pipeline = "--pass-pipeline=builtin.module(nvvm-transplant)"
        return [self.stock("mlir-opt"), *load, pipeline, path], [folder / "tileiras-opt", pipeline, path]

    def ptx(self):
        """The rules on PTX files, against ptxas, and on a file of twice the size."""
        ours = [self.tool("tileiras-contract"), "check"]
        small, large = (self.file(f"blocks-{n}.ptx", inputs.ptx, n) for n in [10_000, 20_000])
        ptxas = [PTXAS, "-arch=sm_90a", "-O0", small, *["-o", os.devnull]]
        self.add("check, PTX of 10000 blocks against ptxas -O0", [*ours, small], ptxas)
        self.add("check, PTX of 20000 blocks against 10000", [*ours, large], [*ours, small])
        for path in self.options.ptx:
            name = f"check, {path.stem} against ptxas"
            target = re.search(r"^\.target (\w+)", path.read_text(), re.M)[1]
            ptxas = [PTXAS, f"-arch={target}", path, "-o", os.devnull]
            self.add(name, [*ours, path], ptxas)

    def real(self):
        """50 MB of the output of real producers, as MLIR and as LLVM IR."""
        to_null = ["-o", os.devnull]
        path = self.real_mlir()
        ours, peer = self.tool("tileiras-opt"), self.stock("mlir-opt")
        self.add("nvvm-launch, real bodies", [ours, "--nvvm-launch", path, *to_null], [peer, path, *to_null])
        path = self.file("real.ll", real.llvm)
        ours = [self.tool("tileiras-translate"), "--import-nvvm", path, *to_null]
        peer = [self.stock("mlir-translate"), "--import-llvm", path, *to_null]
        self.add("import-nvvm, real bodies", ours, peer)
        self.add("import and transplant, real bodies", [*ours, "--passes=builtin.module(nvvm-transplant)"], peer)

    def real_mlir(self):
        return self.file("real.mlir", real.mlir, self.stock("mlir-translate"))

    def kernels(self, kind, n):
        return self.file(f"{kind}-{n}.mlir", getattr(inputs, kind), n)

    def launches(self):
        return self.file("launches-50000.mlir", inputs.launches, 50_000)

    def passes(self):
        """Rows of passes: of ours on kernels of each size and on bodies, and of both conversions of launches."""
        opt, stock = self.tool("tileiras-opt"), self.stock("mlir-opt")
        runs = self.options.runs
        for n in SIZES:
            # Times of less than 1 ms need more runs, since reports have steps of 0.1 ms.
            many = runs if n > 10_000 else max(runs, 41)
            for kind in ["attribute", "passthrough"]:
                yield from timing.rows(f"{kind}, {n}", [opt, "--nvvm-launch", self.kernels(kind, n)], n, many)
        if self.options.shared:
            n = SIZES[-1]
            commands = self.transplants(self.kernels("attribute", n))
            for name, command in zip(["plugin", "shared tileiras-opt"], commands):
                yield from timing.rows(f"attribute, {n}, {name}", command, n, runs)
        path = self.real_mlir()
        yield from timing.rows("real bodies", [opt, "--nvvm-launch", path], real.functions(path), runs)
        path = self.file("verify-100000.mlir", inputs.canonical, 100_000, 50)
        yield from timing.rows("bodies of 50 operations, 100000", [opt, "--nvvm-verify", path], 100_000, 3)
        path = self.file("guarded-20000.mlir", inputs.guarded, 20_000)
        yield from timing.rows("50 operations and guards, 20000", [opt, "--nvvm-verify", path], 20_000, runs)
        ours = [opt, "--convert-gpu-to-nv-tileaa", self.launches()]
        yield from timing.rows("launches, 50000", ours, 50_000, runs)
        yield from timing.rows("launches, 50000", [stock, "--gpu-to-llvm", self.launches()], 50_000, runs)

    def piped(self, path):
        translate, opt = self.tool("tileiras-translate"), self.tool("tileiras-opt")
        return ["sh", "-c", f"'{translate}' --import-nvvm '{path}' | '{opt}' --nvvm-transplant -o {os.devnull}"]

    def bytecode(self):
        text = self.file("attribute-180000.mlir", inputs.attribute, 180_000)
        path = self.folder / "attribute.mlirbc"
        if not path.exists():
            subprocess.run([self.stock("mlir-opt"), text, "--emit-bytecode", "-o", path], check=True)
        return path

    def driver(self):
        folder = self.folder / "small"
        folder.mkdir(exist_ok=True)
        files = []
        for i in range(200):
            files.append(self.file(f"small/k{i}.mlir", inputs.canonical, 20, 10))
        out = self.folder / "ptx"
        out.mkdir(exist_ok=True)
        base = [self.tool("tileiras-cc"), "--emit=ptx", "--gpu-name=sm_90", "-o", out, *files]
        self.add("tileiras-cc, 200 inputs, two threads against one", [*base, "-j2"], [*base, "-j1"])


def line(row):
    cells = [
        f"{row['name']:<52}",
        f"{row['ours_s']:8.3f} s",
        f"{row['peer_s']:8.3f} s",
        f"{row['ratio']:6.3f}",
        f"{row['ratio_low']:6.3f}..{row['ratio_high']:.3f}",
        f"{row['ours_mib']:8.1f}",
        f"{row['peer_mib']:8.1f} MiB",
        f"{row['memory_ratio']:6.3f}",
    ]
    return "  ".join(cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", help="the folder with this project's tools")
    parser.add_argument("--runs", type=int, default=5, help="runs of each measurement (default: 5)")
    parser.add_argument("--only", help="measure only processes whose name contains this, and no passes")
    parser.add_argument("--shared", help="a folder with the plugin, and with a tileiras-opt that uses libMLIR.so, too")
    parser.add_argument("--ptx", type=pathlib.Path, nargs="*", default=[], help="PTX files of producers to check as well")
    parser.add_argument("--json", help="where to write the figures")
    parser.add_argument("--keep", help="a folder for the inputs that is kept")
    options = parser.parse_args()
    prefix = "tileiras-bench-"
    with contextlib.nullcontext(options.keep) if options.keep else tempfile.TemporaryDirectory(prefix=prefix) as folder:
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(options, folder)
        head = f"{'process':<52}  {'ours':>10}  {'peer':>10}  {'ratio':>6}  {'middle half':>13}  {'memory':>8}"
        print(f"{head}  {'peer':>12}  {'ratio':>6}")
        bench.all()
        figures = {"processes": bench.rows}
        if not options.only:
            print(f"\n{'pass':<32}  {'on':<34}  {'time':>10}  {'each':>9}  {'share':>7}  {'middle half':>15}")
            figures["passes"] = []
            for row in bench.passes():
                figures["passes"].append(row)
                print(timing.line(row), flush=True)
            figures |= targets.tables(figures["processes"], figures["passes"], SIZES)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
