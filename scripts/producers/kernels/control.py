"""Control flow, device functions, assertions and output from a kernel."""

import triton
import triton.language as tl
from samples import Samples

SAMPLES = Samples()


@triton.jit(noinline=True)
def cube(value):
    return value * value * value


@triton.jit
def call(x, out):
    """A device function that is not inlined; it may have scalar arguments only."""
    i = tl.program_id(0)
    value = tl.load(x + i)
    tl.store(out + i, cube(value) + cube(value + 1.0))


SAMPLES.add("call", call, {"x": "*fp32", "out": "*fp32"}, num_warps=4)


@triton.jit
def checked(x, index, out, n, BLOCK: tl.constexpr):
    """An assertion calls `__assertfail`."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = tl.load(index + i)
    tl.device_assert(at < n, "index out of range")
    tl.store(out + i, tl.load(x + at))


CHECKED = {"x": "*fp32", "index": "*i32", "out": "*fp32", "n": "i32", "BLOCK": 128}
SAMPLES.add("checked", checked, CHECKED, num_warps=4, debug=True)


@triton.jit
def talkative(x, n, BLOCK: tl.constexpr):
    """Output calls `vprintf`."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0.0)
    tl.device_print("sum", tl.sum(value, axis=0))


SAMPLES.add("talkative", talkative, {"x": "*fp32", "n": "i32", "BLOCK": 128}, num_warps=4)


@triton.jit
def mandelbrot(out, columns, left, top, size, LIMIT: tl.constexpr, BLOCK: tl.constexpr):
    """A loop that ends when all elements have diverged."""
    j = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    i = tl.program_id(1)
    real = left + j.to(tl.float32) * size
    imaginary = top + i.to(tl.float32) * size
    x = tl.zeros([BLOCK], dtype=tl.float32)
    y = tl.zeros([BLOCK], dtype=tl.float32)
    count = tl.zeros([BLOCK], dtype=tl.int32)
    steps = 0
    active = BLOCK
    while (steps < LIMIT) & (active > 0):
        stays = x * x + y * y < 4.0
        x, y = tl.where(stays, x * x - y * y + real, x), tl.where(stays, 2.0 * x * y + imaginary, y)
        count += stays.to(tl.int32)
        active = tl.sum(stays.to(tl.int32), axis=0)
        steps += 1
    tl.store(out + i * columns + j, count, mask=j < columns)


PLANE = {"out": "*i32", "columns": "i32", "left": "fp32", "top": "fp32", "size": "fp32", "LIMIT": 100, "BLOCK": 256}
SAMPLES.add("mandelbrot", mandelbrot, PLANE, num_warps=4)


@triton.jit
def grid_stride(x, out, n, BLOCK: tl.constexpr):
    """A fixed number of programs, each with several blocks; an early return."""
    if tl.program_id(0) * BLOCK >= n:
        return
    for begin in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        i = begin + tl.arange(0, BLOCK)
        tl.store(out + i, tl.abs(tl.load(x + i, mask=i < n, other=0)), mask=i < n)


STRIDE = {"x": "*i16", "out": "*i16", "n": "i32", "BLOCK": 1024}
SAMPLES.add("grid_stride", grid_stride, STRIDE, num_warps=4)
SAMPLES.add("grid_stride_maxnreg", grid_stride, {**STRIDE, "BLOCK": 512}, unaligned=True, num_warps=2, maxnreg=24)
