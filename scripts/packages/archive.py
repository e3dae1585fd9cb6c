"""The archive: an installation in one folder, which works wherever it is unpacked."""

import gzip
import tarfile
from pathlib import Path


def write(prefix: Path, target: Path, top: str, epoch: int) -> None:
    """Packs a prefix. The same files give the same bytes."""

    def plain(item: tarfile.TarInfo) -> tarfile.TarInfo:
        item.mtime, item.uid, item.gid, item.uname, item.gname = epoch, 0, 0, "", ""
        if item.isdir():
            # Not that of the umask.
            item.mode = 0o755
        return item

    with target.open("wb") as file, gzip.GzipFile("", "wb", 9, file, epoch) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            archive.add(prefix, top, recursive=False, filter=plain)
            for path in sorted(prefix.rglob("*")):
                archive.add(path, f"{top}/{path.relative_to(prefix)}", recursive=False, filter=plain)
