"""Prints a module with a chain of aliases: `aliases.py LENGTH LAST`, where LAST is what the last one is for."""

import sys


def main():
    """Prints the module."""
    length, last = int(sys.argv[1]), sys.argv[2]
    tuples = ", ".join(f'[@a{number}, "kernel", 1 : i32]' for number in range(length))
    print(f"module attributes {{nvvm.annotations = [{tuples}]}} {{")
    print("  llvm.func @k() { llvm.return }")
    for number in range(length):
        target = last if number + 1 == length else f"a{number + 1}"
        print(f"  llvm.mlir.alias external @a{number} : !llvm.func<void ()> {{")
        print(f"    %0 = llvm.mlir.addressof @{target} : !llvm.ptr")
        print("    llvm.return %0 : !llvm.ptr")
        print("  }")
    print("}")


main()
