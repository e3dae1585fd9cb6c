"""The producers: their environments, and the modules that they write."""

import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass

from convert import literals
from tools import ROOT, execute

HERE = pathlib.Path(__file__).resolve().parent

# Environment: the script that compiles in it, the chips.
ENVIRONMENTS = {
    "triton-3.9.0": ("compile_triton.py", ["sm_80", "sm_90a", "sm_100a", "sm_120a"]),
    "triton-3.2.0": ("compile_triton.py", ["sm_80", "sm_90a", "sm_100a", "sm_120a"]),
    "numba-cuda-mlir-0.6.0": ("compile_numba.py", ["sm_100", "sm_120"]),
}
CLANG = {
    "clang-19": ["sm_80", "sm_90a"],
    "clang-22": ["sm_80", "sm_90a", "sm_100a", "sm_120a"],
}
PRODUCERS = {name: chips for name, (_, chips) in ENVIRONMENTS.items()} | CLANG

# As in examples/Makefile: take nothing from the machine, no CUDA SDK, no hash of a path.
FLAGS = "-x cuda --target=x86_64-pc-linux-gnu --cuda-device-only --cuda-path=no-sdk -nocudainc -nocudalib -nostdinc \
    -nostdinc++ -fuse-cuid=none -Qn -ffile-compilation-dir=. -S".split()
# The CUDA C++ files that only some chips have the instructions for.
CLUSTERS = {"gemm_cluster"}
# Newer than the default of clang: below PTX 7.8 there are no clusters.
PTX = {"sm_80": "78", "sm_90a": "80", "sm_100a": "86", "sm_120a": "87"}
LEVELS = {"O3": ["-O3"], "O0": ["-O0"], "lines": ["-O2", "-gline-tables-only"]}


@dataclass(frozen=True)
class Module:
    producer: str
    chip: str
    name: str
    # LLVM IR that LLVM 22 reads; None if the producer failed.
    ir: pathlib.Path | None
    # The producer's own PTX.
    ptx: pathlib.Path | None
    # What the producer said when it failed.
    error: str | None = None


def environment(options, name):
    """The Python of an environment, which is made unless it is there."""
    given = dict(options.venv).get(name)
    if given:
        return given / "bin/python"
    folder = options.environments / name
    wanted = (HERE / f"requirements/{name}.txt").read_text()
    stamp = folder / "requirements.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"producers: installing {name} into {folder}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        hashes = ["--require-hashes", "--only-binary=:all:", "--requirement", HERE / f"requirements/{name}.txt"]
        subprocess.run([*pip, *hashes], check=True)
        stamp.write_text(wanted)
    return folder / "bin/python"


# The producers that are not installed on this machine.
LEFT_OUT = set()


def fresh(options, folder, script, version=""):
    """Whether the folder has the output of these sources and of this version already. Otherwise it is emptied."""
    sources = [HERE / script, HERE / "producers.py", *sorted((HERE / "kernels").glob("*.py")), *sorted((HERE / "requirements").glob("*.txt"))]
    sources += sorted((ROOT / "examples").rglob("*.cu")) + sorted((ROOT / "examples").rglob("kernels.py"))
    digest = hashlib.sha256(version.encode() + b"".join(path.read_bytes() for path in sources)).hexdigest()
    stamp = folder / "stamp"
    if stamp.exists() and (options.keep or stamp.read_text() == digest):
        return True
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    stamp.with_suffix(".new").write_text(digest)
    return False


def finish(folder):
    (folder / "stamp.new").rename(folder / "stamp")


def python(options, name):
    script, chips = ENVIRONMENTS[name]
    folder = options.out.resolve() / name
    if not fresh(options, folder, script):
        interpreter = environment(options, name)
        print(f"producers: compiling with {name}", flush=True)
        done = subprocess.run([interpreter, HERE / script, folder, *chips])
        if done.returncode:
            sys.exit(f"producers: {name} ended with {done.returncode}")
        finish(folder)


def clang(options, name):
    """Each CUDA C++ file of the examples, at several levels of optimisation."""
    folder = options.out.resolve() / name
    compiler = shutil.which(name) or shutil.which(f"/usr/lib/llvm-{name[6:]}/bin/clang")
    if not compiler:
        print(f"producers: no {name} here: left out", flush=True)
        LEFT_OUT.add(name)
        return
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    if fresh(options, folder, "producers.py", version):
        return
    sources = [*sorted((ROOT / "examples").glob("*.cu")), *sorted((ROOT / "examples/producers/clang").glob("*.cu"))]
    for chip in CLANG[name]:
        (folder / chip).mkdir()
        for source in sources:
            if chip == "sm_80" and source.stem in CLUSTERS:
                continue
            for level, flags in LEVELS.items():
                path = folder / chip / f"{source.stem}.{level}"
                common = [compiler, *FLAGS, f"--cuda-gpu-arch={chip}", f"--cuda-feature=+ptx{PTX[chip]}", *flags]
                made = [
                    execute(*common, "-emit-llvm", "-o", f"{path}.ll", source),
                    execute(*common, "-o", f"{path}.ptx", source),
                ]
                wrong = [done for done in made if done.code]
                if wrong:
                    path.with_name(f"{path.name}.ll").unlink(missing_ok=True)
                    path.with_name(f"{path.name}.error").write_text(wrong[0].error() + "\n")
    finish(folder)


def without_debug(text):
    """The module without debug information; everything else, also legacy metadata, as it is."""
    text = re.sub(r"^ *#dbg_.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^ *(tail )?call void @llvm\.dbg\..*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^!llvm\.dbg\.cu = .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r",? !dbg !\d+", "", text)
    # Nodes of loops name the location of the loop.
    places = set(re.findall(r"^(!\d+) = (?:distinct )?!DILocation\(", text, flags=re.MULTILINE))
    loop = re.compile(r"^(!\d+) = distinct !\{\1(.*)\}$", re.MULTILINE)

    def without_places(match):
        rest = [node for node in match[2].split(", ") if node not in places]
        return f"{match[1]} = distinct !{{{match[1]}{', '.join(rest)}}}"

    return loop.sub(without_places, text)


def modules(options):
    """The modules of all producers that are asked for, in the form that LLVM 22 reads, in OUT/ir."""
    found = []
    for name in options.producer or PRODUCERS:
        if name in ENVIRONMENTS:
            python(options, name)
        else:
            clang(options, name)
        for chip in PRODUCERS[name]:
            if options.chip and chip not in options.chip:
                continue
            folder = options.out.resolve() / name / chip
            for path in sorted([*folder.glob("*.ll"), *folder.glob("*.error")]):
                if options.only and options.only not in path.stem:
                    continue
                if path.suffix == ".error":
                    found.append(Module(name, chip, path.stem, None, None, path.read_text().strip()))
                    continue
                text = literals(path.read_text())
                if options.strip_debug:
                    text = without_debug(text)
                ir = options.out.resolve() / "ir" / name / chip / path.name
                ir.parent.mkdir(parents=True, exist_ok=True)
                if not ir.exists() or ir.read_text() != text:
                    ir.write_text(text)
                ptx = path.with_suffix(".ptx")
                found.append(Module(name, chip, path.stem, ir, ptx if ptx.exists() else None))
    return found
