"""Prints PTX of a kernel that needs many registers: `values`, `more_values` or `accumulator`. The other arguments are the
directives of its header."""

import sys

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n\n.visible .entry {name}(.param .u64 p)\n{directives}\n{{"


def values(count=256):
    """Loads values, and stores products of them in another order. ptxas spills what does not fit."""
    yield f"  .reg .b32 %r<{2 * count}>;\n  .reg .b64 %p;\n  ld.param.u64 %p, [p];"
    for i in range(count):
        yield f"  ld.global.u32 %r{i}, [%p+{4 * i}];"
    for i in range(count):
        yield f"  mul.lo.u32 %r{count + i}, %r{i}, %r{(7 * i + 3) % count};"
    for i in range(count):
        yield f"  st.global.u32 [%p+{4 * i}], %r{count + i};"


def more_values():
    """The same for more values than a thread can have registers."""
    yield from values(400)


def accumulator(count=128):
    """Multiplies matrices. ptxas does not spill the accumulator."""
    yield f"  .reg .f32 %f<{count}>;\n  .reg .b64 %p;\n  ld.param.u64 %p, [p];"
    for i in range(count):
        yield f"  mov.f32 %f{i}, 0f00000000;"
    registers = ", ".join(f"%f{i}" for i in range(count))
    yield "  wgmma.fence.sync.aligned;"
    yield f"  wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {{{registers}}}, %p, %p, 1, 1, 1, 0, 0;"
    yield "  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;"
    for i in range(count):
        yield f"  st.global.f32 [%p+{4 * i}], %f{i};"


name, *directives = sys.argv[1:]
print(HEAD.format(name=name, directives="\n".join(directives)))
print(*globals()[name](), "  ret;", "}", sep="\n")
