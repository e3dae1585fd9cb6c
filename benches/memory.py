"""Makes page faults cost the same for every process.

A virtual machine returns free memory to its host within seconds. A page fault takes many times as long if the page must
be requested from the host again (docs/PERFORMANCE.md), so the time of a process depends on the memory of the one before
it. Memory is therefore touched before each process.
"""

import ctypes
import mmap
import subprocess
import sys

# More than any measured process uses.
SIZE = 768 << 20


def touch():
    # In a separate process, because the peak memory of a child includes that of its parent.
    subprocess.run([sys.executable, __file__], check=True)


if __name__ == "__main__":
    memory = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_HUGEPAGE)
    ctypes.memset(ctypes.addressof(ctypes.c_char.from_buffer(memory)), 1, SIZE)
