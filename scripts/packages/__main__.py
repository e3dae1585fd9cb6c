#!/usr/bin/env python3
"""Installs and packs what contents.py lists, after `make release man`.

    python3 scripts/packages licences FILE    writes the licences of what is linked into the program
    python3 scripts/packages stage PREFIX     installs
    python3 scripts/packages dist FOLDER      writes an archive, packages for Debian, and their sums

The archive and the packages have the time of the last commit, or of SOURCE_DATE_EPOCH: the same files give the same bytes.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import archive
import debian
import licences
from contents import ROOT
from stage import entries, stage


def epoch() -> int:
    if text := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(text)
    command = ("git", "log", "-1", "--format=%ct")
    return int(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def dist(folder: Path) -> None:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("tileiras*"), *folder.glob("SHA256SUMS")]:
        old.unlink()
    top = f"tileiras-{version}-linux-x86_64"
    with tempfile.TemporaryDirectory() as prefix:
        stage(Path(prefix))
        archive.write(Path(prefix), folder / f"{top}.tar.gz", top, epoch())
    staged = {package for package, *_ in entries()}
    for name in debian.PACKAGES:
        if name in staged:
            debian.build(name, version, folder / f"{name}_{version}_amd64.deb", epoch())
    files = sorted(folder.glob("tileiras*"))
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(sums))
    for path in files:
        print(f"{path.stat().st_size / 1e6:7.1f} MB  {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("licences", "stage", "dist"))
    parser.add_argument("path", type=Path)
    options = parser.parse_args()
    if options.task in ("stage", "dist"):
        licences.write(ROOT / "target/third-party.txt")
    tasks = {"licences": licences.write, "stage": stage, "dist": dist}
    tasks[options.task](options.path)


if __name__ == "__main__":
    sys.exit(main())
