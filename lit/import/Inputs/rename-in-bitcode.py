"""Renames a named metadata in bitcode to a name of the same length: rename-in-bitcode.py FROM TO < IN > OUT.

LLVM upgrades nvvm.annotations as it assembles, so bitcode that still has it raw must be assembled under another name. The
name stands in the file as 8-bit characters at any bit.
"""

import sys


def bits(data):
    return "".join(f"{byte:08b}"[::-1] for byte in data)


old, new = (name.encode() for name in sys.argv[1:])
assert len(old) == len(new)
stream = bits(sys.stdin.buffer.read())
assert stream.count(bits(old)) == 1, f"{old} must stand in the file once"
stream = stream.replace(bits(old), bits(new))
sys.stdout.buffer.write(bytes(int(stream[i : i + 8][::-1], 2) for i in range(0, len(stream), 8)))
