#!/usr/bin/env python3
"""Makes the samples of this folder again: `python make.py`, with a Python that has Triton and numba-cuda-mlir.

README.md states the versions that made the committed samples. No GPU is needed. Only these parts of the output of a
producer are changed:

- Paths: the folder of the kernels becomes ".", the folder of Python's packages "site-packages".
- LLVM IR of Triton: LLVM 22 cannot read every floating-point literal of newer LLVM (see `literals` in
  scripts/producers/convert.py).
- MLIR with locations: MLIR 22 cannot read a location after `nvvm.barrier` (see `locations` there).
"""

import argparse
import importlib.util
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "scripts/producers"))
from convert import literals, locations  # noqa: E402

# Name of the sample: compiler, source, options.
CLANG = {
    "blocks.clang19": ("clang-19", "blocks.cu", ["-O2"]),
    "blocks.clang22": ("clang-22", "blocks.cu", ["-O2", "-gline-tables-only"]),
    "fields.clang19": ("clang-19", "fields.cu", ["-O0"]),
    "fields.clang22": ("clang-22", "fields.cu", ["-O2", "-gline-tables-only"]),
}
# As in examples/Makefile: use no file of the machine, no CUDA SDK, and no hash of a path.
FLAGS = "-x cuda --target=x86_64-pc-linux-gnu --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx78 \
    --cuda-path=no-sdk -nocudainc -nocudalib -nostdinc -nostdinc++ -fuse-cuid=none -Qn -Wall -Wextra -Werror \
    -ffile-compilation-dir=. -S -emit-llvm".split()

# The MLIR of these would add 120 KB without another construct.
WITHOUT_MLIR = {"matmul_sm90"}


def neutral(text, folder):
    """The text without paths of this machine."""
    for path in {sysconfig.get_path("purelib"), os.path.realpath(sysconfig.get_path("purelib"))}:
        text = text.replace(path, "site-packages")
    text = text.replace(f"{folder}/", "").replace(str(folder), ".")
    for path in [HERE, HERE.parents[1], pathlib.Path.home(), pathlib.Path(sys.prefix), tempfile.gettempdir()]:
        if f'"{path}' in text:
            sys.exit(f"a sample has a path of this machine below {path}")
    return text


def kernels(producer):
    """The module `kernels.py` of a producer."""
    spec = importlib.util.spec_from_file_location(f"{producer}_kernels", HERE / producer / "kernels.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(producer, name, text):
    path = HERE / producer / name
    path.write_text(neutral(text, path.parent).rstrip("\n") + "\n")
    print(f"{path.relative_to(HERE)}: {path.stat().st_size} bytes")


def clang(_):
    for name, (compiler, source, options) in CLANG.items():
        command = [compiler, *FLAGS, *options, "-o", "-", source]
        written = subprocess.run(command, cwd=HERE / "clang", check=True, stdout=subprocess.PIPE, text=True)
        write("clang", f"{name}.ll", written.stdout)


def triton(cache):
    os.environ |= {"TRITON_ALWAYS_COMPILE": "1", "TRITON_DEFAULT_FP_FUSION": "1", "TRITON_CACHE_DIR": cache}
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.backends.nvidia import compiler
    from triton.compiler import ASTSource

    # Triton does not return the LLVM dialect that it translates to LLVM IR.
    dialect = []
    translate = compiler.llvm.to_module
    compiler.llvm.to_module = lambda module, context: (dialect.append(str(module)), translate(module, context))[1]

    for name, (kernel, chip, arguments, options, divisible) in kernels("triton").SAMPLES.items():
        constants = {name: value for name, value in arguments.items() if isinstance(value, int)}
        signature = {name: "constexpr" if name in constants else kind for name, kind in arguments.items()}
        attributes = {(kernel.arg_names.index(name),): [["tt.divisibility", 16]] for name in divisible}
        source = ASTSource(kernel, signature=signature, constexprs=constants, attrs=attributes)
        compiled = triton.compile(source, target=GPUTarget("cuda", chip, 32), options=options)
        write("triton", f"{name}.ll", literals(compiled.asm["llir"]))
        if name not in WITHOUT_MLIR:
            write("triton", f"{name}.mlir", locations(dialect[-1]))


def numba(_):
    from numba_cuda_mlir import tools

    # The package queries the driver for the GPU. This needs no GPU.
    tools._cached_cc = (10, 0)
    from numba_cuda_mlir import mlir_optimization as optimization
    from numba_cuda_mlir._mlir import ir
    from numba_cuda_mlir._mlir.passmanager import PassManager
    from numba_cuda_mlir.compiler import compile_mlir
    from numba_cuda_mlir.lowering_utilities import context

    for name, (kernel, signature, options) in kernels("numba").SAMPLES.items():
        text = compile_mlir(kernel, signature, **options)
        write("numba", f"{name}.gpu.mlir", locations(text))
        with context.get_context():
            module = ir.Module.parse(text)
            PassManager.parse(optimization.get_base_pipeline()).run(module.operation)
            lines = options.get("lineinfo", False)
            lowered = optimization._operation_to_text(module.operation, preserve_debug_info=lines)
            write("numba", f"{name}.llvm.mlir", locations(lowered))
            # The following lines do the same as the package's own `get_llvmir`.
            optimization.run_pre_codegen_patterns(module)
            device = optimization._get_single_gpu_module(module).operation
            device.attributes["llvm.data_layout"] = ir.StringAttr.get(optimization.NVPTX64_DATALAYOUT)
            device.attributes["llvm.target_triple"] = ir.StringAttr.get(optimization.NVPTX64_TRIPLE)
            write("numba", f"{name}.ll", literals(optimization.translate_to_llvmir_text(device)))


def main():
    makers = {"clang": clang, "triton": triton, "numba": numba}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("producers", nargs="*", help=f"some of {', '.join(makers)} (default: all)")
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as cache:
        for producer in parser.parse_args().producers or makers:
            makers[producer](cache)


if __name__ == "__main__":
    main()
