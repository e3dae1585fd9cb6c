"""The packages for Debian 12, in the places of Debian's policy."""

import gzip
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from contents import ROOT
from stage import stage

THIRD_PARTY = "THIRD-PARTY.txt"

MAINTAINER = "The tileiras project <tileiras@project.invalid>"

# Each package with its fields, apart from those that are computed.
PACKAGES = {
    "tileiras": {
        "Section": "devel",
        "Suggests": "nvidia-cuda-toolkit, bash-completion",
        "Description": "compiler tools that carry the launch contracts of GPU kernels to the cubin\n"
        " The tools import LLVM IR and MLIR, keep, check and export the launch facts of\n"
        " kernels, and compile them to audited cubins. LLVM and MLIR are linked\n"
        " statically. To make cubins, tileiras-cc runs the ptxas of CUDA, which is not a\n"
        " part of Debian. This is not NVIDIA's assembler of the same name.",
    },
    "tileiras-dev": {
        "Section": "libdevel",
        "Depends": "libmlir-22-dev, llvm-22-dev",
        "Recommends": "mlir-22-tools, cmake, clang-22",
        "Description": "launch contracts of GPU kernels in other programs that use MLIR\n"
        " The plugin for mlir-opt, and the C library with its headers and its CMake\n"
        " package. Both use the shared library of MLIR 22.",
    },
}

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tileiras

Files: *
Copyright: the tileiras project
License: Apache-2.0 WITH LLVM-exception
"""


def copyright_file(name: str) -> str:
    """The licence, and where those are of what is linked statically."""
    lines = (ROOT / "LICENSE").read_text().splitlines()
    text = COPYRIGHT + "".join(f" {line}\n" if line.strip() else " .\n" for line in lines)
    return text + f"Comment: The licences of what is linked statically are in /usr/share/doc/{name}/{THIRD_PARTY}.\n"


def build(name: str, version: str, target: Path, epoch: int) -> None:
    """Makes one package. The same files give the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / name
        prefix = root / "usr"
        stage(prefix, {name})
        zsh = prefix / "share/zsh/site-functions"
        if zsh.is_dir():
            zsh.rename(zsh.with_name("vendor-completions"))
        docs = prefix / "share/doc" / name
        docs.mkdir(parents=True, exist_ok=True)
        (docs / "copyright").write_text(copyright_file(name))
        # The libraries have a part of the crates in the program.
        shutil.copyfile(ROOT / "target/third-party.txt", docs / THIRD_PARTY)
        shutil.copyfile(ROOT / "CHANGELOG.md", docs / "changelog")
        (docs / "CHANGELOG.md").unlink(missing_ok=True)
        for path in [docs / "changelog", *prefix.glob("share/man/man1/*")]:
            compress(path)
        control(root, name, version)
        for path in [root, *root.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
            os.utime(path, (epoch, epoch), follow_symlinks=False)
        command = ("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, target)
        subprocess.run(command, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})


def compress(path: Path) -> None:
    with path.with_name(path.name + ".gz").open("wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
        packed.write(path.read_bytes())
    path.unlink()


def control(root: Path, name: str, version: str) -> None:
    """Writes the folder DEBIAN: the fields, and the sums of the files."""
    folder = root / "DEBIAN"
    folder.mkdir()
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum((path.stat().st_size + 1023) // 1024 for path in files)
    fields = {
        "Package": name,
        "Version": version,
        "Architecture": "amd64",
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size),
        "Priority": "optional",
        **PACKAGES[name],
    }
    fields["Depends"] = ", ".join(filter(None, (fields.get("Depends"), libraries(files))))
    last = fields.pop("Description")
    (folder / "control").write_text("".join(f"{key}: {value}\n" for key, value in {**fields, "Description": last}.items()))
    if any((root / "usr/lib").glob("*.so.*")):
        (folder / "triggers").write_text("activate-noawait ldconfig\n")
    sums = subprocess.run(("md5sum", *(path.relative_to(root) for path in files)), cwd=root, check=True, capture_output=True)
    (folder / "md5sums").write_bytes(sums.stdout)


def libraries(files: list[Path]) -> str:
    """The packages of the shared libraries that the programs and libraries among the files need."""
    binaries = [path for path in files if path.open("rb").read(4) == b"\x7fELF"]
    if not binaries:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "debian").mkdir()
        (Path(folder) / "debian/control").write_text("Source: tileiras\n\nPackage: tileiras\nArchitecture: amd64\n")
        # The libraries of a package need each other.
        own = sorted({f"-l{path.parent}" for path in binaries})
        command = ("dpkg-shlibdeps", "-O", "--ignore-missing-info", *own, *(f"-e{path}" for path in binaries))
        # The script is in Perl. In which order it looks at the libraries depends on the order of hashes.
        fixed = {**os.environ, "PERL_HASH_SEED": "0"}
        printed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, env=fixed).stdout
    return printed.strip().removeprefix("shlibs:Depends=")
