# The lit suite. Every program is found by name: this project's in the folder that TILEIRAS_BIN (environment, or
# `--param TILEIRAS_BIN=...`) names, LLVM's in the `bin` of MLIR_SYS_220_PREFIX. A program that is missing ends the run.
#
# `cargo test --test tools lit` runs the suite; by hand: TILEIRAS_BIN=target/debug lit-22 -v lit/passes

import os
import sys

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(root, "python", "src"))
import tileiras.lit


def setting(name, default=None):
    value = lit_config.params.get(name) or os.environ.get(name) or default
    if not value:
        lit_config.fatal(f"{name} is not set")
    return os.path.abspath(value)


def need(path):
    if not os.path.exists(path):
        lit_config.fatal(f"{path} is missing")
    return path


config.name = "tileiras"
config.suffixes = [".mlir", ".ll", ".test"]
config.excludes = ["Inputs"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(os.path.abspath(__file__))

tools = setting("TILEIRAS_BIN")
llvm = os.path.join(setting("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"), "bin")
config.test_exec_root = os.path.join(tools, "lit")

need(os.path.join(tools, "tileiras"))
for name in ["FileCheck", "count", "not", "split-file", "mlir-opt", "mlir-translate", "opt", "llc", "llvm-as", "llvm-dis"]:
    need(os.path.join(llvm, name))

config.environment["PATH"] = os.pathsep.join([llvm, os.environ.get("PATH", "")])
# An unused CHECK prefix, or a variable that is used beyond its label, is an error.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"
for name in ["LD_LIBRARY_PATH", "RUST_BACKTRACE", "ASAN_OPTIONS", "TILEIRAS_MEMORY_LIMIT"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]

# The default is the pinned version that `make dependencies` installs, as in .cargo/config.toml.
ptxas = need(setting("TILEIRAS_PTXAS", os.path.join(root, ".tools", "bin", "ptxas")))
tileiras.lit.configure(config, lit_config, tools=tools, ptxas=ptxas)
config.environment["PATH"] += os.pathsep + os.path.dirname(ptxas)

# For tools that are built with a sanitizer: a stock mlir-opt needs the plugin of a build without one.
plugin = need(setting("TILEIRAS_PLUGIN", os.path.join(tools, "libtileiras_plugin.so")))
# Tools without the feature `standalone` use the shared libMLIR.so.
if os.environ.get("TILEIRAS_SHARED"):
    config.available_features.add("shared")
# AddressSanitizer reserves address space that a limit of memory does not leave: see scripts/sanitize.sh.
if "ASAN_OPTIONS" in os.environ:
    config.available_features.add("asan")
config.substitutions += [
    ("%plugin", plugin),
    ("%load-plugin", f"--load-pass-plugin={plugin} --load-dialect-plugin={plugin}"),
    ("%python", f"{sys.executable}"),
    ("%validate", f"{sys.executable} {need(os.path.join(root, 'scripts', 'validate.py'))} {root}/docs/schemas"),
    ("%tools", tools),
    ("%examples", need(os.path.join(root, "examples"))),
]
