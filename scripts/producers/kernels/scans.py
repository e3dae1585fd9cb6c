"""Scans, sorting, histograms and gathers within a block."""

import triton
import triton.language as tl
from samples import Samples

SAMPLES = Samples()


@triton.jit
def running_sum(x, out, n, REVERSE: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0)
    tl.store(out + i, tl.cumsum(value, axis=0, reverse=REVERSE), mask=i < n)


def line(kind, reverse, block):
    return {"x": f"*{kind}", "out": f"*{kind}", "n": "i32", "REVERSE": reverse, "BLOCK": block}


SAMPLES.add("running_sum_i32", running_sum, line("i32", False, 512), num_warps=4)
SAMPLES.add("running_sum_f32_reverse", running_sum, line("fp32", True, 1024), num_warps=8)


@triton.jit
def running_product(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.arange(0, BN)
    places = i[:, None] * columns + j[None, :]
    inside = (i[:, None] < rows) & (j[None, :] < columns)
    tl.store(out + places, tl.cumprod(tl.load(x + places, mask=inside, other=1.0), axis=1), mask=inside)


PRODUCT = {"x": "*fp32", "out": "*fp32", "rows": "i32", "columns": "i32", "BM": 8, "BN": 128}
SAMPLES.add("running_product", running_product, PRODUCT, num_warps=4)


@triton.jit
def step(decay, value, decay_2, value_2):
    return decay * decay_2, value * decay_2 + value_2


@triton.jit
def recurrence(decay, x, out, BLOCK: tl.constexpr):
    """h[i] = decay[i] * h[i - 1] + x[i], a scan of pairs."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    _, state = tl.associative_scan((tl.load(decay + i), tl.load(x + i)), 0, step)
    tl.store(out + i, state)


SAMPLES.add("recurrence", recurrence, {"decay": "*fp32", "x": "*fp32", "out": "*fp32", "BLOCK": 256}, num_warps=2)


@triton.jit
def sort(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.sort(tl.load(x + i)))


SAMPLES.add("sort_i32", sort, {"x": "*i32", "out": "*i32", "BLOCK": 256}, num_warps=4)
SAMPLES.add("sort_f16", sort, {"x": "*fp16", "out": "*fp16", "BLOCK": 128}, num_warps=1)


@triton.jit
def histogram(x, out, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bins = tl.histogram(tl.load(x + i), BINS)
    tl.store(out + tl.program_id(0) * BINS + tl.arange(0, BINS), bins)


SAMPLES.add("histogram", histogram, {"x": "*i32", "out": "*i32", "BINS": 128, "BLOCK": 1024}, num_warps=4)


@triton.jit
def permute(x, index, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.gather(tl.load(x + i), tl.load(index + i), axis=0))


PERMUTE = {"x": "*fp32", "index": "*i32", "out": "*fp32", "BLOCK": 256}
SAMPLES.add("permute", permute, PERMUTE, since=(3, 3), num_warps=4)
