"""Triton kernels, and how each is compiled. `make.py` in the parent folder compiles them."""

import triton
import triton.language as tl


@triton.jit
def scaled_add(x, y, out, scale, n, BLOCK: tl.constexpr):
    """Element-wise: out = x + scale * y."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    left = tl.load(x + i, mask=inside)
    right = tl.load(y + i, mask=inside)
    tl.store(out + i, left + scale * right, mask=inside)


@triton.jit
def gelu(x, out, n, BLOCK: tl.constexpr):
    """Element-wise, with a call of libdevice (erf)."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    value = tl.load(x + i, mask=inside).to(tl.float32)
    result = 0.5 * value * (1.0 + tl.erf(value * 0.70710678))
    tl.store(out + i, result.to(tl.float16), mask=inside)


@triton.jit
def row_sum(x, out, columns, stride, BLOCK: tl.constexpr):
    """Reduction of a row that does not fit into one block of the tile."""
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for begin in range(0, columns, BLOCK):
        i = begin + tl.arange(0, BLOCK)
        total += tl.load(x + row * stride + i, mask=i < columns, other=0.0)
    tl.store(out + row, tl.sum(total, axis=0))


@triton.jit
def softmax(x, out, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < columns
    value = tl.load(x + row * stride + i, mask=inside, other=-float("inf"))
    power = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + row * stride + i, power / tl.sum(power, axis=0), mask=inside)


@triton.jit
def layer_norm(x, weight, bias, out, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < columns
    value = tl.load(x + row * columns + i, mask=inside, other=0.0).to(tl.float32)
    mean = tl.sum(value, axis=0) / columns
    centred = tl.where(inside, value - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / columns
    scale = tl.load(weight + i, mask=inside)
    shift = tl.load(bias + i, mask=inside)
    result = centred * (1.0 / tl.sqrt(variance + epsilon)) * scale + shift
    tl.store(out + row * columns + i, result.to(tl.bfloat16), mask=inside)


@triton.jit
def histogram(x, bins, largest, n, BLOCK: tl.constexpr):
    """Atomics: counts bytes, and keeps the largest."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    value = tl.load(x + i, mask=inside, other=0).to(tl.int32) & 255
    tl.atomic_add(bins + value, 1, mask=inside)
    tl.atomic_max(largest, tl.max(value, axis=0))


@triton.jit
def running_sum(x, out, n, BLOCK: tl.constexpr):
    """Scan: an associative scan through shared memory."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0)
    tl.store(out + i, tl.cumsum(value, axis=0), mask=i < n)


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for begin in range(0, k, BK):
        left = tl.load(a + rows[:, None] * k + (begin + inner)[None, :])
        right = tl.load(b + (begin + inner)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total)
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(tl.float16), mask=inside)


# Types of parameters: "*fp32" is a pointer. A number is a constexpr.
COLUMNS = {"x": "*fp32", "out": "*fp32", "columns": "i32", "stride": "i32"}
PRODUCT = {"a": "*fp16", "b": "*fp16", "c": "*fp16", "m": "i32", "n": "i32", "k": "i32"}
NORM = {"x": "*bf16", "weight": "*fp32", "bias": "*fp32", "out": "*bf16", "columns": "i32", "epsilon": "fp32"}
ADD = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "scale": "fp32", "n": "i32"}
SUM = {"x": "*i32", "out": "*i32", "n": "i32"}
STAGES = {"num_warps": 4, "num_stages": 2}
COUNT = {"x": "*i8", "bins": "*i32", "largest": "*i32", "n": "i32"}

# Name of the sample: kernel, chip, signature with constants, options, divisible by 16.
SAMPLES = {
    "scaled_add": (scaled_add, 90, {**ADD, "BLOCK": 1024}, {"num_warps": 4}, ["x", "y", "out", "n"]),
    "gelu": (gelu, 90, {"x": "*fp16", "out": "*fp16", "n": "i32", "BLOCK": 512}, {"num_warps": 2}, ["x", "out", "n"]),
    "row_sum": (row_sum, 80, {**COLUMNS, "BLOCK": 2048}, {"num_warps": 8}, ["x", "out", "stride"]),
    "softmax": (softmax, 90, {**COLUMNS, "BLOCK": 1024}, {"num_warps": 4, "maxnreg": 64}, ["x", "out", "stride"]),
    "layer_norm": (layer_norm, 90, {**NORM, "BLOCK": 2048}, {"num_warps": 8, "num_ctas": 2}, list(NORM)[:5]),
    "histogram": (histogram, 80, {**COUNT, "BLOCK": 256}, {"num_warps": 1}, []),
    "running_sum": (running_sum, 80, {**SUM, "BLOCK": 512}, {"num_warps": 4}, ["x", "out"]),
    "matmul_sm80": (matmul, 80, {**PRODUCT, "BM": 64, "BN": 32, "BK": 32}, STAGES, list(PRODUCT)),
    "matmul_sm90": (matmul, 90, {**PRODUCT, "BM": 64, "BN": 64, "BK": 32}, STAGES, list(PRODUCT)),
}
