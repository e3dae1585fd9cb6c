#!/usr/bin/env python3
"""Writes occupancy.txt, the CTAs per SM that NVIDIA's occupancy calculator returns, for tests/occupancy.rs.

    python3 occupancy.py INCLUDE FOLDER

Needs Python, a C++ compiler as `c++`, and the folder of `cuda_occupancy.h` (PyPI: nvidia-cuda-runtime). Writes the file
to FOLDER. The limits of an SM are the input of the calculator; they are from the CUDA Programming Guide, section
compute capabilities.
sm_60 is left out: its register file has two parts, and the formula of this project has four for every chip.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

# chip: major, minor, threads per SM, registers per CTA, KiB of shared memory per SM, per CTA, reserved
CHIPS = {
    "sm_50": (5, 0, 2048, 65536, 64, 48, 0),
    "sm_52": (5, 2, 2048, 65536, 96, 48, 0),
    "sm_53": (5, 3, 2048, 32768, 64, 48, 0),
    "sm_61": (6, 1, 2048, 65536, 96, 48, 0),
    "sm_62": (6, 2, 2048, 32768, 64, 48, 0),
    "sm_70": (7, 0, 2048, 65536, 96, 96, 0),
    "sm_75": (7, 5, 1024, 65536, 64, 64, 0),
    "sm_80": (8, 0, 2048, 65536, 164, 163, 1),
    "sm_86": (8, 6, 1536, 65536, 100, 99, 1),
    "sm_87": (8, 7, 1536, 65536, 164, 163, 1),
    "sm_89": (8, 9, 1536, 65536, 100, 99, 1),
    "sm_90": (9, 0, 2048, 65536, 228, 227, 1),
    "sm_100": (10, 0, 2048, 65536, 228, 227, 1),
    "sm_103": (10, 3, 2048, 65536, 228, 227, 1),
    "sm_110": (11, 0, 1536, 65536, 228, 227, 1),
    "sm_120": (12, 0, 1536, 65536, 100, 99, 1),
    "sm_121": (12, 1, 1536, 65536, 100, 99, 1),
}

# threads, registers a thread, bytes of shared memory
FIXED = [
    (288, 96, 0), (288, 104, 0), (64, 168, 0), (64, 200, 0), (1024, 64, 0), (1024, 72, 0), (1, 16, 0), (1025, 16, 0),
]
EACH = 60

SOURCE = r"""
#include <cstdio>
#include <cuda_occupancy.h>

int main() {
    char chip[16];
    int major, minor, threads_per_sm, registers_per_cta, sm, cta, reserved, threads, registers, shared;
    while (std::scanf("%15s %d %d %d %d %d %d %d %d %d %d", chip, &major, &minor, &threads_per_sm, &registers_per_cta,
                      &sm, &cta, &reserved, &threads, &registers, &shared) == 11) {
        cudaOccDeviceProp device;
        device.computeMajor = major;
        device.computeMinor = minor;
        device.maxThreadsPerBlock = 1024;
        device.maxThreadsPerMultiprocessor = threads_per_sm;
        device.regsPerBlock = registers_per_cta;
        device.regsPerMultiprocessor = 65536;
        device.warpSize = 32;
        device.sharedMemPerBlock = 48 * 1024;
        device.sharedMemPerMultiprocessor = sm * 1024;
        device.sharedMemPerBlockOptin = cta * 1024;
        device.reservedSharedMemPerBlock = reserved * 1024;
        device.numSms = 1;
        cudaOccFuncAttributes kernel;
        kernel.maxThreadsPerBlock = 1024;
        kernel.numRegs = registers;
        kernel.sharedSizeBytes = 0;
        kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
        kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
        kernel.maxDynamicSharedSizeBytes = cta * 1024;
        kernel.numBlockBarriers = 0;
        cudaOccDeviceState state;
        state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
        cudaOccResult result;
        cudaOccError error =
            cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, threads, shared);
        if (error != CUDA_OCC_SUCCESS)
            return 1;
        unsigned limits = result.limitingFactors;
        std::printf("%s %d %d %d %d %s%s%s%s\n", chip, threads, registers, shared,
                    result.activeBlocksPerMultiprocessor, limits & OCC_LIMIT_BLOCKS ? "c" : "",
                    limits & OCC_LIMIT_WARPS ? "w" : "", limits & OCC_LIMIT_REGISTERS ? "r" : "",
                    limits & OCC_LIMIT_SHARED_MEMORY ? "s" : "");
    }
}
"""


def cases(per_cta):
    yield from FIXED
    for shared in (48 * 1024, 48 * 1024 + 1, per_cta * 1024, per_cta * 1024 + 1):
        yield 128, 32, shared
    numbers = random.Random(22)
    for _ in range(EACH):
        threads = numbers.choice([numbers.randint(1, 1024), 32 * numbers.randint(1, 12)])
        shared = numbers.choice([0, numbers.randint(1, 8192), numbers.randint(1, per_cta * 1024)])
        yield threads, numbers.randint(16, 255), shared


def main(include, folder):
    lines = ((chip, *row, *case) for chip, row in CHIPS.items() for case in cases(row[5]))
    inputs = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch, "occupancy")
        compile_it = ["c++", "-x", "c++", f"-I{include}", "-o", str(program), "-"]
        subprocess.run(compile_it, input=SOURCE, text=True, check=True)
        outputs = subprocess.run([program], input=inputs, text=True, check=True, capture_output=True).stdout
    head = [
        "# measured: cuda_occupancy.h of CUDA 13.5, by occupancy.py",
        "# chip, threads, registers a thread, bytes of shared memory, CTAs per SM,",
        "# limited by: c CTA slots, w warps, r registers, s shared memory",
    ]
    pathlib.Path(folder, "occupancy.txt").write_text("\n".join(head) + "\n" + outputs)


main(*sys.argv[1:])
