"""Compiles CUDA C++ kernels with clang to PTX."""

import os
import pathlib
import re
import subprocess

# As in examples/Makefile: no CUDA SDK, and nothing else of the machine.
FLAGS = "-x cuda --target=x86_64-pc-linux-gnu --cuda-device-only --cuda-path=no-sdk -nocudainc -nocudalib -nostdinc \
    -nostdinc++ -fuse-cuid=none -Qn -S -o -".split()
CLANG = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"), "bin/clang")


def compile_to_ptx(path, chip, ptx, level="-O3"):
    """The PTX of a file. clang 22 has no attribute for the exact block, and writes none for the cluster: the bound is taken for
    the block, and the first line of the file states the cluster."""
    options = [f"--cuda-gpu-arch={chip}", f"--cuda-feature=+ptx{ptx.replace('.', '')}", level]
    done = subprocess.run([CLANG, *FLAGS, *options, path], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"mutants: {path} does not compile: {done.stderr}")
    cluster = re.search(r"^// chip: .* cluster: (\d+)", path.read_text())
    shape = f"\n.explicitcluster\n.reqnctapercluster {cluster[1]}, 1, 1" if cluster else ""
    return re.sub(r"^\.maxntid (.*)$", rf".reqntid \1{shape}", done.stdout, flags=re.M)
