"""Reductions: within a warp, through shared memory, of several values at once, and across the CTAs of a cluster."""

import triton
import triton.language as tl
from samples import WITH_CLUSTERS, Samples

SAMPLES = Samples()


@triton.jit
def row_sum(x, out, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for begin in range(0, columns, BLOCK):
        i = begin + tl.arange(0, BLOCK)
        total += tl.load(x + row * stride + i, mask=i < columns, other=0.0).to(tl.float32)
    tl.store(out + row, tl.sum(total, axis=0))


def rows(kind, block):
    return {"x": f"*{kind}", "out": f"*{kind}", "columns": "i32", "stride": "i32", "BLOCK": block}


SAMPLES.add("row_sum_1_warp", row_sum, rows("fp32", 256), num_warps=1)
SAMPLES.add("row_sum_8_warps", row_sum, rows("fp32", 2048), num_warps=8)
SAMPLES.add("row_sum_f16", row_sum, rows("fp16", 1024), num_warps=2)
SAMPLES.add("row_sum_two_ctas", row_sum, rows("fp32", 2048), chips=(90, 100), num_warps=4, num_ctas=2)


@triton.jit
def largest(x, value, index, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    line = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    tl.store(value + row, tl.max(line, axis=0))
    tl.store(index + row, tl.argmax(line, axis=0))


LARGEST = {"x": "*fp32", "value": "*fp32", "index": "*i32", "columns": "i32", "BLOCK": 512}
SAMPLES.add("largest", largest, LARGEST, num_warps=4)


@triton.jit
def softmax(x, out, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < columns
    value = tl.load(x + row * stride + i, mask=inside, other=-float("inf")).to(tl.float32)
    power = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + row * stride + i, (power / tl.sum(power, axis=0)).to(out.dtype.element_ty), mask=inside)


SAMPLES.add("softmax_f32", softmax, rows("fp32", 1024), num_warps=4)
SAMPLES.add("softmax_bf16_maxnreg", softmax, rows("bf16", 4096), num_warps=8, maxnreg=64)
SAMPLES.add("softmax_four_ctas", softmax, rows("fp32", 8192), chips=(90, 100), num_warps=4, num_ctas=4)


@triton.jit
def layer_norm(x, weight, bias, out, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < columns
    value = tl.load(x + row * columns + i, mask=inside, other=0.0).to(tl.float32)
    mean = tl.sum(value, axis=0) / columns
    centred = tl.where(inside, value - mean, 0.0)
    scale = 1.0 / tl.sqrt(tl.sum(centred * centred, axis=0) / columns + epsilon)
    result = centred * scale * tl.load(weight + i, mask=inside) + tl.load(bias + i, mask=inside)
    tl.store(out + row * columns + i, result.to(tl.bfloat16), mask=inside)


NORM = {"x": "*bf16", "weight": "*fp32", "bias": "*fp32", "out": "*bf16", "columns": "i32", "epsilon": "fp32"}
SAMPLES.add("layer_norm", layer_norm, {**NORM, "BLOCK": 2048}, num_warps=8)
SAMPLES.add("layer_norm_two_ctas", layer_norm, {**NORM, "BLOCK": 4096}, chips=(90, 100), num_warps=8, num_ctas=2)


@triton.jit
def combine(mean, square, count, mean_2, square_2, count_2):
    delta = mean_2 - mean
    total = count + count_2
    share = tl.where(total == 0.0, 0.0, count_2 / total)
    return mean + delta * share, square + square_2 + delta * delta * count * share, total


@triton.jit
def welford(x, out, columns, BLOCK: tl.constexpr):
    """A reduction of three values with a function of its own."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    value = tl.load(x + row * columns + i, mask=i < columns, other=0.0)
    count = (i < columns).to(tl.float32)
    mean, square, total = tl.reduce((value, value * 0.0, count), 0, combine)
    tl.store(out + row, square / total + mean * 0.0)


SAMPLES.add("welford", welford, {"x": "*fp32", "out": "*fp32", "columns": "i32", "BLOCK": 1024}, num_warps=4)


@triton.jit
def column_norms(x, out, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    """Along the slow axis."""
    j = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros([BM, BN], dtype=tl.float32)
    for begin in range(0, rows, BM):
        i = begin + tl.arange(0, BM)
        inside = (i[:, None] < rows) & (j[None, :] < columns)
        value = tl.load(x + i[:, None] * columns + j[None, :], mask=inside, other=0.0)
        total += value * value
    tl.store(out + j, tl.sqrt(tl.sum(total, axis=0)), mask=j < columns)


NORMS = {"x": "*fp32", "out": "*fp32", "rows": "i32", "columns": "i32", "BM": 32, "BN": 64}
SAMPLES.add("column_norms", column_norms, NORMS, num_warps=4)


@triton.jit
def parity(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i)
    tl.store(out + tl.program_id(0), tl.xor_sum(value, axis=0) + tl.min(value, axis=0))


SAMPLES.add("parity_i64", parity, {"x": "*i64", "out": "*i64", "BLOCK": 512}, num_warps=2)
SAMPLES.add("parity_i32", parity, {"x": "*i32", "out": "*i32", "BLOCK": 1024}, num_warps=4, maxnreg=40)


@triton.jit
def cross_entropy(logits, labels, loss, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    label = tl.load(labels + row)
    peak = -float("inf")
    total = 0.0
    for begin in range(0, columns, BLOCK):
        i = begin + tl.arange(0, BLOCK)
        value = tl.load(logits + row * columns + i, mask=i < columns, other=-float("inf")).to(tl.float32)
        higher = tl.maximum(peak, tl.max(value, axis=0))
        total = total * tl.exp(peak - higher) + tl.sum(tl.exp(value - higher), axis=0)
        peak = higher
    chosen = tl.load(logits + row * columns + label).to(tl.float32)
    tl.store(loss + row, tl.log(total) + peak - chosen)


ENTROPY = {"logits": "*bf16", "labels": "*i64", "loss": "*fp32", "columns": "i32", "BLOCK": 2048}
SAMPLES.add("cross_entropy", cross_entropy, ENTROPY, num_warps=8)
SAMPLES.add("cross_entropy_two_ctas", cross_entropy, ENTROPY, chips=WITH_CLUSTERS, num_warps=4, num_ctas=2)
