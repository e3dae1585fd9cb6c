"""Compiles the samples with numba-cuda-mlir: `python compile_numba.py FOLDER CHIP...`.

Runs with the Python of its environment. Writes FOLDER/CHIP/NAME.ll and NAME.ptx, or NAME.error. No GPU is needed.
Only chips from sm_100 on: for older ones the package writes the IR of LLVM 7, for which it needs LLVM 7.
"""

import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
FILES = [HERE.parents[1] / "examples/producers/numba/kernels.py", HERE / "kernels/numba_kernels.py"]
# libNVVM writes PTX for the chip without the suffix.
CHIPS = {"sm_100": (10, 0), "sm_120": (12, 0)}


def samples(path):
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.SAMPLES


def compile_sample(kernel, signature, options, chip):
    """LLVM IR and PTX. This is what `get_llvmir` and `get_ptx` of the package do, without a GPU to ask."""
    from numba_cuda_mlir import mlir_optimization as optimization
    from numba_cuda_mlir._mlir import ir
    from numba_cuda_mlir._mlir.passmanager import PassManager
    from numba_cuda_mlir.compiler import compile_mlir
    from numba_cuda_mlir.lowering_utilities import context
    from numba_cuda_mlir.numba_cuda.cudadrv.nvvm import LibDevice

    text = compile_mlir(kernel, signature, **options)
    with context.get_context():
        module = ir.Module.parse(text)
        PassManager.parse(optimization.get_base_pipeline()).run(module.operation)
        optimization.run_pre_codegen_patterns(module)
        device = optimization._get_single_gpu_module(module).operation
        device.attributes["llvm.data_layout"] = ir.StringAttr.get(optimization.NVPTX64_DATALAYOUT)
        device.attributes["llvm.target_triple"] = ir.StringAttr.get(optimization.NVPTX64_TRIPLE)
        llvm_ir = optimization.translate_to_llvmir_text(device)
        lines = options.get("lineinfo", False)
        for_nvvm = optimization._prepare_llvm_ir(module, preserve_debug_info=lines)
        number = chip.removeprefix("sm_")
        options = optimization._nvvm_options(number, options)
        ptx = optimization._compile_to_ptx(for_nvvm, number, LibDevice(), options)
    return llvm_ir, ptx.decode().rstrip("\0")


def main():
    folder, *chips = sys.argv[1:]
    # The package asks the driver which GPU there is; here is none.
    from numba_cuda_mlir import tools

    for chip in chips:
        tools._cached_cc = CHIPS[chip]
        out = pathlib.Path(folder, chip)
        out.mkdir(parents=True, exist_ok=True)
        for path in FILES:
            for name, (kernel, signature, options) in samples(path).items():
                try:
                    llvm_ir, ptx = compile_sample(kernel, signature, options, chip)
                except Exception as error:
                    lines = str(error).strip().splitlines() or [""]
                    (out / f"{name}.error").write_text(f"{type(error).__name__}: {lines[0]}\n")
                    continue
                (out / f"{name}.ll").write_text(llvm_ir)
                (out / f"{name}.ptx").write_text(ptx)


if __name__ == "__main__":
    main()
