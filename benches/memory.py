"""Memory that costs every process the same.

A virtual machine gives free memory back to its host within seconds, and to get a page again takes ten times as long as to
take one that is there: a process pays for what the one before it did not touch. So some is touched before each process.
"""

import ctypes
import mmap

# More than any process here takes.
SIZE = 1 << 30


def touch():
    with mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(mmap.MADV_HUGEPAGE)
        first = ctypes.c_char.from_buffer(memory)
        ctypes.memset(ctypes.addressof(first), 1, SIZE)
        del first
