"""Puts the files of the list into a folder, the prefix of an installation."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from contents import CONTENTS, ROOT, Files, Link, Tree


def entries() -> Iterator[tuple[str, str, Path | str]]:
    """The package and the path of each file, and its source; for a link, the text of the link."""
    for entry in CONTENTS:
        match entry:
            case Link(package, path, target):
                yield package, path, target
            case Files(package, source, folder, name):
                found = sorted(path for path in ROOT.glob(source) if path.is_file())
                if not found:
                    sys.exit(f"packages: {source} is missing: run `make release man`")
                for path in found:
                    yield package, f"{folder}/{name.format(name=path.name, stem=path.stem)}", path
            case Tree(package, source, folder):
                found = sorted(path for path in (ROOT / source).rglob("*") if path.is_symlink() or path.is_file())
                for path in found:
                    place = Path(folder) / path.relative_to(ROOT / source)
                    yield package, str(place), os.readlink(path) if path.is_symlink() else path


def stage(prefix: Path, packages: set[str] | None = None) -> None:
    """Installs all packages, or some of them."""
    for package, place, source in entries():
        if packages is not None and package not in packages:
            continue
        path = prefix / place
        path.parent.mkdir(parents=True, exist_ok=True)
        # A program that runs keeps its file.
        path.unlink(missing_ok=True)
        if isinstance(source, str):
            path.symlink_to(source)
        else:
            shutil.copyfile(source, path)
            path.chmod(0o755 if os.access(source, os.X_OK) else 0o644)
