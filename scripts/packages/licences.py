"""The licences of what is linked into the program."""

import json
import os
import subprocess
import sys
from pathlib import Path

from contents import ROOT

# Debian's packages of the archives in the program.
ARCHIVES = ("libmlir-22-dev", "llvm-22-dev", "libjemalloc-dev", "libstdc++-12-dev", "libzstd-dev", "zlib1g-dev")

HEAD = "The licences of the libraries and crates in the program tileiras.\n"


def crates() -> list[dict]:
    """The crates of the program, without those of this project."""
    cargo = os.environ.get("CARGO", "cargo")
    common = (cargo, "metadata", "--format-version=1", "--locked")
    command = (*common, "--filter-platform=x86_64-unknown-linux-gnu")
    found = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    seen, todo = set(), [found["resolve"]["root"]]
    while todo:
        package = todo.pop()
        if package in seen:
            continue
        seen.add(package)
        # Dependencies of tests and build scripts are not in the program.
        normal = (item for item in nodes[package]["deps"] if any(kind["kind"] is None for kind in item["dep_kinds"]))
        todo.extend(item["pkg"] for item in normal)
    return [package for package in found["packages"] if package["id"] in seen and package["source"]]


def write(target: Path) -> None:
    """Writes each text once, after the names that it is for."""
    texts: dict[str, list[str]] = {}
    for package in sorted(crates(), key=lambda package: (package["name"], package["version"])):
        name = f"{package['name']} {package['version']} ({package['license']})"
        folder = Path(package["manifest_path"]).parent
        # Sources of others that a crate contains have files of their own.
        files = sorted(path for path in folder.rglob("*") if path.is_file() and is_licence(path.name))
        for text in [path.read_text(errors="replace").strip() for path in files] or [""]:
            texts.setdefault(text, []).append(name)
    for package in ARCHIVES:
        path = Path("/usr/share/doc") / package / "copyright"
        if path.is_file():
            texts.setdefault(path.read_text(errors="replace").strip(), []).append(package)
        else:
            print(f"packages: {path} is missing, so its licence is not in {target}", file=sys.stderr)
    parts = ["\n".join(dict.fromkeys(names)) + "\n\n" + text for text, names in texts.items()]
    target.write_text(("\n" + "=" * 80 + "\n").join([HEAD, *(part.strip() + "\n" for part in parts)]))


def is_licence(name: str) -> bool:
    return name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT", "UNLICENSE"))
