#!/usr/bin/env python3
"""Measures what ptxas accepts, and writes chips.txt and features.txt for tests/measured.rs.

    python3 measure.py PTXAS FOLDER

Needs Python and ptxas (PyPI: nvidia-cuda-nvcc). Writes both files to FOLDER.
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

SHARED = "mov.u32 %r0, s; mov.u32 %r1, mb; "
TMEM = "mov.u32 %r0, 0; mov.u64 %rd0, 0; setp.eq.u32 %p0, 0, 0; "
SHOW = " st.volatile.global.u32 [g], %r1;"
CANCEL = "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"

# name of the feature: (directives, body)
FEATURES = {
    ".reqnctapercluster": (".reqnctapercluster 2 .explicitcluster", ""),
    ".blocksareclusters": (".reqntid 32 .reqnctapercluster 2 .blocksareclusters", ""),
    ".local_maxnreg": (".local_maxnreg 32", ""),
    "mapa": ("", SHARED + "mapa.shared::cluster.u32 %r1, %r0, 0;" + SHOW),
    "getctarank": ("", SHARED + "getctarank.shared::cluster.u32 %r1, %r0;" + SHOW),
    "barrier.cluster": ("", "barrier.cluster.arrive; barrier.cluster.wait;"),
    "barrier.cluster.relaxed": ("", "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"),
    ".shared::cluster": ("", "ld.shared::cluster.u32 %r1, [s];" + SHOW),
    "%cluster_ctarank": ("", "mov.u32 %r1, %cluster_ctarank;" + SHOW),
    "griddepcontrol": ("", "griddepcontrol.wait;"),
    "elect.sync": ("", "elect.sync %r1|%p1, -1;" + SHOW),
    "mbarrier.expect_tx": ("", "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [mb], 16;"),
    "cp.async.bulk": (
        "",
        "mov.u64 %rd0, g; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd0], 16, [mb];",
    ),
    "setmaxnreg": (".reqntid 128 .maxnreg 32", "setmaxnreg.inc.sync.aligned.u32 64;"),
    "wgmma": (
        ".reqntid 128",
        TMEM + "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
        "{%f0, %f1, %f2, %f3}, %rd0, %rd0, 1, 1, 1, 0, 0;",
    ),
    "tcgen05": (
        "",
        TMEM + "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32; "
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r0]; tcgen05.wait::ld.sync.aligned; "
        "tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd0, %r0, %p0; "
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [mb]; "
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 32;" + SHOW,
    ),
    "tcgen05.ld.red": (
        "",
        TMEM + "tcgen05.ld.red.sync.aligned.32x32b.x2.min.f32 {%r1, %r2}, %r3, [%r0]; tcgen05.wait::ld.sync.aligned;"
        + SHOW,
    ),
    "tcgen05.shift": ("", TMEM + "tcgen05.shift.cta_group::1.down [%r0];"),
    "tcgen05.mma.kind::i8": ("", TMEM + "tcgen05.mma.cta_group::1.kind::i8 [%r0], %rd0, %rd0, %r0, %p0;"),
    "clusterlaunchcontrol.try_cancel": ("", SHARED + CANCEL + ".b128 [%r0], [%r1];"),
    "clusterlaunchcontrol.try_cancel.multicast::cluster::all": (
        "",
        SHARED + CANCEL + ".multicast::cluster::all.b128 [%r0], [%r1];",
    ),
    "clusterlaunchcontrol.query_cancel": (
        "",
        ".reg .b128 %q; ld.shared.b128 %q, [s]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p1, %q; "
        "@%p1 st.volatile.global.u32 [g], %r1;",
    ),
}


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

    def feature_line(self, name):
        directives, body = FEATURES[name]
        first = ((chip, self.first_version(chip, directives=directives, body=body)) for chip in CHIPS)
        return " ".join([name, *(f"{chip}={version}" for chip, version in first if version)])


def main():
    _, path, folder = sys.argv
    with tempfile.TemporaryDirectory() as scratch:
        ptxas = Ptxas(path, scratch)
        release = re.search(r"V([0-9.]+)", ptxas.output("--version"))[1]
        chips = ["chip, first PTX version, threads per SM, CTAs per SM, static shared bytes, chips that run its code"]
        chips += [ptxas.chip_line(chip) for chip in CHIPS]
        features = ["feature, first PTX version on each chip that has it"]
        features += [ptxas.feature_line(name) for name in FEATURES]
    for name, lines in (("chips.txt", chips), ("features.txt", features)):
        header = f"# measured: ptxas {release}, by measure.py\n# "
        (pathlib.Path(folder) / name).write_text(header + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
