"""Element-wise kernels: one program computes one block of the output."""

import triton
import triton.language as tl
from samples import Samples

SAMPLES = Samples()


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.store(out + i, tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside), mask=inside)


def vectors(kind, block):
    return {"x": f"*{kind}", "y": f"*{kind}", "out": f"*{kind}", "n": "i32", "BLOCK": block}


SAMPLES.add("add_f32", add, vectors("fp32", 1024), num_warps=4)
SAMPLES.add("add_f16", add, vectors("fp16", 4096), num_warps=8)
SAMPLES.add("add_bf16", add, vectors("bf16", 128), num_warps=1)
SAMPLES.add("add_f64", add, vectors("fp64", 512), num_warps=2)
SAMPLES.add("add_i8", add, vectors("i8", 2048), num_warps=4)
SAMPLES.add("add_i64_unaligned", add, vectors("i64", 256), unaligned=True, num_warps=4)


@triton.jit
def axpy(x, y, scale, n, BLOCK: tl.constexpr):
    """In place, with a scalar argument."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    value = tl.load(x + i, mask=inside, other=0.0) * scale
    tl.store(y + i, tl.load(y + i, mask=inside, other=0.0) + value, mask=inside)


AXPY = {"x": "*fp32", "y": "*fp32", "scale": "fp32", "n": "i32", "BLOCK": 2048}
SAMPLES.add("axpy_maxnreg32", axpy, AXPY, num_warps=8, maxnreg=32)
SAMPLES.add("axpy_two_ctas", axpy, AXPY, chips=(90, 100), num_warps=4, num_ctas=2)


@triton.jit
def mix_bits(x, out, n, BLOCK: tl.constexpr):
    """Integers: shifts, a product, division by a value and by a constant."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    value = tl.load(x + i, mask=inside, other=1)
    value = (value ^ (value >> 16)) * 0x7FEB352D
    value = (value ^ (value >> 15)) * 0x1B873593
    value = value // 7 + value % (n + 1).to(tl.uint32)
    tl.store(out + i, value ^ (value << 3), mask=inside)


SAMPLES.add("mix_bits", mix_bits, {"x": "*u32", "out": "*u32", "n": "i32", "BLOCK": 512}, num_warps=4)


@triton.jit
def swiglu(gate, up, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    left = tl.load(gate + i, mask=inside, other=0.0).to(tl.float32)
    right = tl.load(up + i, mask=inside, other=0.0).to(tl.float32)
    tl.store(out + i, (left * tl.sigmoid(left) * right).to(tl.float16), mask=inside)


HALVES = {"gate": "*fp16", "up": "*fp16", "out": "*fp16", "n": "i32", "BLOCK": 1024}
SAMPLES.add("swiglu", swiglu, HALVES, num_warps=4)


@triton.jit
def dropout(x, out, n, seed, p, BLOCK: tl.constexpr):
    """Random numbers by Philox: products of 64 bits."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    keep = tl.rand(seed, i) > p
    value = tl.load(x + i, mask=inside, other=0.0)
    tl.store(out + i, tl.where(keep, value / (1 - p), 0.0), mask=inside)


DROPOUT = {"x": "*fp32", "out": "*fp32", "n": "i32", "seed": "i32", "p": "fp32", "BLOCK": 1024}
SAMPLES.add("dropout", dropout, DROPOUT, num_warps=4)


@triton.jit
def widen(x, out, n, BLOCK: tl.constexpr):
    """A conversion of every element."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.store(out + i, tl.load(x + i, mask=inside).to(out.dtype.element_ty), mask=inside)


SAMPLES.add("widen_fp8e5", widen, {"x": "*fp8e5", "out": "*fp16", "n": "i32", "BLOCK": 1024}, num_warps=4)
SAMPLES.add("widen_fp8e4", widen, {"x": "*fp8e4nv", "out": "*fp16", "n": "i32", "BLOCK": 1024}, chips=(90, 100, 120))
SAMPLES.add("narrow_bf16", widen, {"x": "*fp32", "out": "*bf16", "n": "i32", "BLOCK": 1024}, num_warps=2)


@triton.jit
def transpose(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    """Through shared memory: the layout of the load is not that of the store."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    inside = (i[:, None] < rows) & (j[None, :] < columns)
    value = tl.load(x + i[:, None] * columns + j[None, :], mask=inside)
    tl.store(out + j[:, None] * rows + i[None, :], tl.trans(value), mask=tl.trans(inside))


TILE = {"x": "*fp16", "out": "*fp16", "rows": "i32", "columns": "i32", "BM": 64, "BN": 64}
SAMPLES.add("transpose_f16", transpose, TILE, num_warps=4)
SAMPLES.add("transpose_i8", transpose, {**TILE, "x": "*i8", "out": "*i8", "BM": 32, "BN": 128}, num_warps=8)


@triton.jit
def complex_product(x, y, out, BLOCK: tl.constexpr):
    """Pairs of numbers are split, and joined again."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a, b = tl.split(tl.reshape(tl.load(x + i), (BLOCK // 2, 2)))
    c, d = tl.split(tl.reshape(tl.load(y + i), (BLOCK // 2, 2)))
    tl.store(out + i, tl.interleave(a * c - b * d, a * d + b * c))


SAMPLES.add("complex_product", complex_product, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "BLOCK": 1024})


@triton.jit
def reverse_bits(x, out, BLOCK: tl.constexpr):
    """Inline assembly."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i)
    value = tl.inline_asm_elementwise("brev.b32 $0, $1;", "=r,r", [value], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out + i, value)


SAMPLES.add("reverse_bits", reverse_bits, {"x": "*i32", "out": "*i32", "BLOCK": 512}, num_warps=4)


@triton.jit
def unpack_int4(x, scale, out, BLOCK: tl.constexpr):
    """Two values of 4 bits in each byte."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    byte = tl.load(x + i)
    factor = tl.load(scale + i // 64)
    low = ((byte & 15).to(tl.float32) - 8) * factor
    high = ((byte >> 4).to(tl.float32) - 8) * factor
    tl.store(out + 2 * i, low.to(tl.float16))
    tl.store(out + 2 * i + 1, high.to(tl.float16))


SAMPLES.add("unpack_int4", unpack_int4, {"x": "*u8", "scale": "*fp32", "out": "*fp16", "BLOCK": 1024})
