#!/usr/bin/env python3
"""Measures what ptxas accepts, and writes chips.txt for tests/measured.rs.

    python3 measure.py PTXAS FOLDER

Needs Python and ptxas (PyPI: nvidia-cuda-nvcc). Writes the file to FOLDER. Features are measured by `make features`.
Chips are measured under every name in the table of this crate; sm_101 is assembled for sm_110.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

BLACKWELL = [f"sm_{n}{s}" for n in (100, 101, 103, 107, 110, 120, 121) for s in ("", "a", "f")]
CHIPS = ["sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_90a", *BLACKWELL]
ARCHES = [chip for chip in CHIPS if "101" not in chip]


class Ptxas:
    """One ptxas and a folder for its files."""

    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)
        self.versions = self.output("--list-version").split()

    def output(self, option):
        return subprocess.run([self.path, option], capture_output=True, text=True, check=True).stdout

    def run(self, version, target, arch=None, directives="", body="", size=1024):
        """The exit status and the messages for a kernel with these parts."""
        source, arch = self.folder / "k.ptx", arch or target.replace("101", "110")
        source.write_text(f"""
            .version {version}
            .target {target}
            .address_size 64
            .shared .align 16 .b8 s[{size}];
            .shared .align 8 .b64 mb;
            .global .align 4 .u32 g;
            .visible .entry k() {directives}
            {{
                .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<4>; .reg .f32 %f<8>;
                {body}
                ret;
            }}""")
        command = [self.path, "-arch", arch, str(source), "-o", str(self.folder / "k.cubin")]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stderr

    def first_version(self, chip, **parts):
        """The first version that assembles, or None; every later one does too."""
        low, high = 0, len(self.versions)
        while low < high:
            middle = (low + high) // 2
            if self.run(self.versions[middle], chip, **parts)[0] == 0:
                high = middle
            else:
                low = middle + 1
        return self.versions[low] if low < len(self.versions) else None

    def largest(self, chip, values, directives):
        """The largest of ascending values without a warning."""
        quiet = [v for v in values if self.run(self.versions[-1], chip, directives=directives.format(v)) == (0, "")]
        return quiet[-1]

    def chip_line(self, chip):
        newest = self.versions[-1]
        _, text = self.run(newest, chip, body="st.shared.u32 [s], 1;", size=1 << 20)
        static = int(re.search(r"(0x[0-9a-f]+) max", text)[1], 16)
        runs = [arch for arch in ARCHES if self.run(newest, chip, arch)[0] == 0]
        threads = self.largest(chip, (512, 1024, 1536, 2048, 4096), ".maxntid {}")
        ctas = self.largest(chip, range(1, 40), ".maxntid 32 .minnctapersm {}")
        return f"{chip} {self.first_version(chip)} {threads} {ctas} {static} {' '.join(runs)}"


def main():
    _, path, folder = sys.argv
    with tempfile.TemporaryDirectory() as scratch:
        ptxas = Ptxas(path, scratch)
        release = re.search(r"V([0-9.]+)", ptxas.output("--version"))[1]
        chips = ["chip, first PTX version, threads per SM, CTAs per SM, static shared bytes, chips that run its code"]
        chips += [ptxas.chip_line(chip) for chip in CHIPS]
    header = f"# measured: ptxas {release}, by measure.py\n# "
    (pathlib.Path(folder) / "chips.txt").write_text(header + "\n".join(chips) + "\n")


if __name__ == "__main__":
    main()
