"""Compiles the samples with Triton: `python compile_triton.py FOLDER CHIP...`.

Runs with the Python of its environment. Writes FOLDER/CHIP/NAME.ll and NAME.ptx as Triton makes them, or NAME.error.
No GPU is needed.
"""

import importlib
import multiprocessing.connection
import os
import pathlib
import re
import sys
import traceback

HERE = pathlib.Path(__file__).resolve().parent
FILES = ["elementwise", "mathematics", "reductions", "scans", "atomics", "products", "control", "descriptors"]
# What Triton calls 90 is sm_90a, and so on.
CHIPS = {"sm_80": 80, "sm_90a": 90, "sm_100a": 100, "sm_120a": 120}

sys.path[:0] = [str(HERE / "kernels")]
import triton  # noqa: E402
from samples import is_type  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.backends.nvidia.compiler import CUDABackend  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402

VERSION = tuple(int(part) for part in triton.__version__.split(".")[:2])


def source(sample):
    """The sample as `triton.compile` wants it."""
    names = sample.kernel.arg_names
    constants = {name: value for name, value in sample.arguments.items() if not is_type(value)}
    if VERSION >= (3, 3):
        signature = {name: "constexpr" if name in constants else kind for name, kind in sample.arguments.items()}
        attributes = {(names.index(name),): [["tt.divisibility", 16]] for name in sample.divisible}
        return ASTSource(sample.kernel, signature=signature, constexprs=constants, attrs=attributes)
    from triton.backends.compiler import AttrsDescriptor

    signature = {name: kind for name, kind in sample.arguments.items() if name not in constants}
    divisible = {"tt.divisibility": [names.index(name) for name in sample.divisible]}
    attributes = AttrsDescriptor.from_dict({"arg_properties": divisible, "cls": "AttrsDescriptor"})
    return ASTSource(sample.kernel, signature=signature, constants=constants, attrs=attributes)


def capability(sample, chip):
    """The chip as Triton numbers it. Triton 3.2 knows none after 90; its output for 80 is valid on newer chips."""
    if VERSION < (3, 3) and CHIPS[chip] > 90:
        return 90 if sample.options.get("num_ctas", 1) > 1 else 80
    return CHIPS[chip]


def write(sample, chip, path):
    """Compiles one sample, in a process of its own: Triton may end the process. Its PTX is not assembled."""
    log = os.open(f"{path}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    CUDABackend.make_cubin = lambda *_: b""
    try:
        target = GPUTarget("cuda", capability(sample, chip), 32)
        compiled = triton.compile(source(sample), target=target, options=sample.options)
    except BaseException as error:
        traceback.print_exc()
        # The last line that states something: errors of code end with the source line and a mark below it.
        lines = [line.strip() for line in str(error).splitlines()]
        lines = [line for line in lines if re.search(r"\w", line)] or [""]
        pathlib.Path(f"{path}.error").write_text(f"{type(error).__name__}: {lines[-1]}\n")
        os._exit(1)
    for ending, stage in [("ll", "llir"), ("ptx", "ptx")]:
        pathlib.Path(f"{path}.{ending}").write_text(compiled.asm[stage])
    os._exit(0)


def main():
    folder, *chips = sys.argv[1:]
    os.environ |= {"TRITON_ALWAYS_COMPILE": "1", "TRITON_CACHE_DIR": f"{folder}/cache"}
    files = [name for name in FILES if VERSION >= (3, 3) or name != "descriptors"]
    samples = [sample for name in files for sample in importlib.import_module(name).SAMPLES]
    samples = [sample for sample in samples if VERSION >= sample.since]
    tasks = [(sample, chip) for chip in chips for sample in samples if CHIPS[chip] in sample.chips]
    # The kinds of numbers that Triton 3.2 supports follow from the chip that it compiles for.
    tasks = [task for task in tasks if VERSION >= (3, 3) or CHIPS[task[1]] <= 90 or "fp8e4" not in task[0].name]
    running = {}

    def wait(most):
        while len(running) > most:
            for sentinel in multiprocessing.connection.wait(running):
                process, path = running.pop(sentinel)
                process.join()
                error = path.with_name(f"{path.name}.error")
                if process.exitcode and not error.exists():
                    error.write_text(f"Triton ended with {process.exitcode}\n")

    for sample, chip in tasks:
        path = pathlib.Path(folder, chip, sample.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        process = multiprocessing.get_context("fork").Process(target=write, args=(sample, chip, path))
        process.start()
        running[process.sentinel] = (process, path)
        wait(len(os.sched_getaffinity(0)) - 1)
    wait(0)


if __name__ == "__main__":
    main()
