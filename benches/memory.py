"""Memory that costs every process the same.

A virtual machine gives free memory back to its host within seconds, and to get a page again takes many times as long as to
take one that is there (docs/PERFORMANCE.md): a process pays for what the one before it did not touch. So some is touched
before each process.
"""

import ctypes
import mmap
import subprocess
import sys

# More than any process here takes.
SIZE = 768 << 20


def touch():
    # By a process of its own: a child counts the peak of its parent as its own.
    subprocess.run([sys.executable, __file__], check=True)


if __name__ == "__main__":
    memory = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_HUGEPAGE)
    ctypes.memset(ctypes.addressof(ctypes.c_char.from_buffer(memory)), 1, SIZE)
