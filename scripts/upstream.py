#!/usr/bin/env python3
"""Runs upstream's lit tests of MLIR 22 with our tools in place of stock, and prints each test whose result differs.

`scripts/upstream.py LLVM_SOURCES`, with the sources of LLVM 22.1.8 (or a folder that has its `mlir/test`). Each test runs
twice: with the tools of MLIR, and with `tileiras-opt`, `tileiras-translate` and `tileiras-lsp-server` under the names
`mlir-opt`, `mlir-translate` and `mlir-lsp-server`. Left out are the tests of MLIR's test passes and test dialect, which Debian's tools have and ours do
not. A test that needs another tool of MLIR's own build fails with both. The exit code is 1 if a test passes with the
stock tools only.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LLVM = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"), "bin")
FOLDERS = [
    "Dialect/GPU",
    "Dialect/LLVMIR",
    "Dialect/NVGPU",
    "Conversion/GPUToNVVM",
    "Conversion/GPUCommon",
    "Conversion/NVGPUToNVVM",
    "Conversion/NVVMToLLVM",
    "Target/LLVMIR",
    "mlir-lsp-server",
]
# Tests that cannot pass with ours, and why.
DIFFERENT = {
    "mlir-lsp-server/initialize-params.test": "our server has its own name",
    "mlir-lsp-server/uri-based-registration.test": "the main function of stock has a registry without dialects for tests",
}
TEST_ONLY = re.compile(r"[-( ]test-|[\"#!= ]test\.|dialects=test")
CONFIG = """
import os
import lit.formats

config.name = "upstream"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ll", ".test"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.local.cfg"]
config.test_source_root = {source!r}
config.test_exec_root = {output!r}
config.environment["PATH"] = {path!r}
config.enable_rocm_conversion = config.enable_spirv_cpu_runner = False
config.run_nvptx_tests = config.enable_nvptx_conversion = True
config.available_features.add("host-supports-nvptx")
config.substitutions.append(("%mlir_src_root", os.path.dirname({source!r})))
"""


def run(sources, tools, folder):
    """The result of each test, by its name."""
    links = folder / "bin"
    links.mkdir(parents=True)
    for name, tool in tools.items():
        (links / name).symlink_to(tool)
    path = os.pathsep.join([str(links), str(LLVM), os.environ["PATH"]])
    suite = folder / "suite"
    suite.mkdir()
    # The tests keep their paths, and upstream's own configuration, which needs MLIR's build folder, is not read.
    for name in FOLDERS:
        link = suite / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(sources / name)
    config = CONFIG.format(source=str(suite), output=str(folder / "out"), path=path)
    (suite / "lit.cfg.py").write_text(config)
    report = folder / "report.json"
    lit = [LLVM / "lit"] if (LLVM / "lit").exists() else [os.environ.get("LIT", "lit-22")]
    subprocess.run([*lit, "--quiet", "--output", report, suite], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {test["name"]: test["code"] for test in json.loads(report.read_text())["tests"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", type=pathlib.Path, help="the sources of LLVM 22")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "target/debug", help="the folder of our tools")
    options = parser.parse_args()
    sources = (options.sources / "mlir/test").resolve()
    if not sources.is_dir():
        sys.exit(f"upstream: {sources} is not a folder")
    names = ["mlir-opt", "mlir-translate", "mlir-lsp-server"]
    ours = {name: options.bin.resolve() / name.replace("mlir", "tileiras") for name in names}
    with tempfile.TemporaryDirectory() as folder:
        stock = run(sources, {name: LLVM / name for name in names}, pathlib.Path(folder, "stock"))
        found = run(sources, ours, pathlib.Path(folder, "ours"))
    test_only = {name for name in stock if TEST_ONLY.search((sources / name.split(" :: ")[1]).read_text())}
    stock = {name: code for name, code in stock.items() if name not in test_only}
    found = {name: code for name, code in found.items() if name not in test_only}
    different = sorted(name for name in stock if stock[name] != found.get(name))
    reason = {name: DIFFERENT.get(name.split(" :: ")[1]) for name in different}
    for name in different:
        text = f" ({reason[name]})" if reason[name] else ""
        print(f"{name}: {stock[name]} with the stock tools, {found.get(name)} with ours{text}")
    passed = sum(code == "PASS" for code in found.values())
    print(f"{len(test_only)} tests of test passes or of the test dialect left out")
    print(f"{len(stock)} tests, {passed} passed with our tools, {len(different)} different from stock")
    return any(stock[name] == "PASS" and not reason[name] for name in different)


if __name__ == "__main__":
    sys.exit(main())
