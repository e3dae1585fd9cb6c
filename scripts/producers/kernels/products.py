"""Matrix products: MMA, WGMMA or tcgen05, as the chip has them."""

import triton
import triton.language as tl
from samples import Samples

SAMPLES = Samples()


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    kind: tl.constexpr = tl.int32 if a.dtype.element_ty == tl.int8 else tl.float32
    total = tl.zeros((BM, BN), dtype=kind)
    for begin in range(0, k, BK):
        left = tl.load(a + rows[:, None] * k + (begin + inner)[None, :])
        right = tl.load(b + (begin + inner)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total, input_precision=PRECISION, out_dtype=kind)
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(c.dtype.element_ty), mask=inside)


def product(kind, result, bm, bn, bk, precision="tf32"):
    sizes = {"m": "i32", "n": "i32", "k": "i32", "BM": bm, "BN": bn, "BK": bk, "PRECISION": precision}
    return {"a": f"*{kind}", "b": f"*{kind}", "c": f"*{result}", **sizes}


SAMPLES.add("matmul_f16", matmul, product("fp16", "fp16", 64, 64, 32), num_warps=4, num_stages=2)
SAMPLES.add("matmul_f16_large", matmul, product("fp16", "fp16", 128, 128, 64), num_warps=8, num_stages=3)
SAMPLES.add("matmul_f16_maxnreg", matmul, product("fp16", "fp16", 64, 128, 32), num_warps=4, num_stages=2, maxnreg=168)
SAMPLES.add("matmul_bf16", matmul, product("bf16", "bf16", 64, 32, 32), num_warps=2, num_stages=1)
SAMPLES.add("matmul_tf32", matmul, product("fp32", "fp32", 64, 64, 32), num_warps=4, num_stages=3)
SAMPLES.add("matmul_ieee", matmul, product("fp32", "fp32", 32, 32, 16, "ieee"), num_warps=4, num_stages=2)
SAMPLES.add("matmul_i8", matmul, product("i8", "i32", 64, 64, 64), num_warps=4, num_stages=2)
SAMPLES.add("matmul_fp8", matmul, product("fp8e5", "fp16", 64, 64, 64), chips=(90, 100, 120), num_warps=4, num_stages=2)
SAMPLES.add("matmul_two_ctas", matmul, product("fp16", "fp16", 128, 128, 32), chips=(90,), num_warps=4, num_ctas=2)


@triton.jit
def linear_relu(x, weight, bias, out, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Programs in groups that share their inputs in the L2 cache; a bias and a function at the end."""
    program = tl.program_id(0)
    wide = tl.cdiv(n, BN)
    group = program // (8 * wide)
    first = group * 8
    height = min(tl.cdiv(m, BM) - first, 8)
    rows = (first + program % height) * BM + tl.arange(0, BM)
    columns = (program % (8 * wide)) // height * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BK)):
        rest = k - step * BK
        at = step * BK + inner
        left = tl.load(x + rows[:, None] * k + at[None, :], mask=inner[None, :] < rest, other=0.0)
        right = tl.load(weight + columns[None, :] * k + at[:, None], mask=inner[:, None] < rest, other=0.0)
        total = tl.dot(left, right, total)
    total = tl.maximum(total + tl.load(bias + columns, mask=columns < n, other=0.0)[None, :], 0.0)
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(out + rows[:, None] * n + columns[None, :], total.to(tl.float16), mask=inside)


LINEAR = {"x": "*fp16", "weight": "*fp16", "bias": "*fp32", "out": "*fp16", "m": "i32", "n": "i32", "k": "i32"}
SAMPLES.add("linear_relu", linear_relu, {**LINEAR, "BM": 64, "BN": 64, "BK": 32}, num_warps=4, num_stages=3)


@triton.jit
def split_k(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLITS: tl.constexpr):
    """Each program adds its share with atomic additions."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for begin in range(tl.program_id(2) * BK, k, BK * SPLITS):
        inner = begin + tl.arange(0, BK)
        left = tl.load(a + rows[:, None] * k + inner[None, :])
        right = tl.load(b + inner[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total)
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.atomic_add(c + rows[:, None] * n + columns[None, :], total, mask=inside)


SPLIT = {"a": "*fp16", "b": "*fp16", "c": "*fp32", "m": "i32", "n": "i32", "k": "i32", "BM": 64, "BN": 64, "BK": 32}
SAMPLES.add("split_k", split_k, {**SPLIT, "SPLITS": 4}, num_warps=4, num_stages=2)


@triton.jit
def attention(q, k, v, out, length, scale, CAUSAL: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    """Flash attention: two products and an online softmax in one loop."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    head = tl.program_id(1) * length * D
    d = tl.arange(0, D)
    query = tl.load(q + head + rows[:, None] * D + d[None, :])
    peak = tl.zeros([BM], dtype=tl.float32) - float("inf")
    norm = tl.zeros([BM], dtype=tl.float32)
    total = tl.zeros([BM, D], dtype=tl.float32)
    end = (tl.program_id(0) + 1) * BM if CAUSAL else length
    for begin in range(0, end, BN):
        columns = begin + tl.arange(0, BN)
        score = tl.dot(query, tl.load(k + head + columns[None, :] * D + d[:, None])) * scale
        if CAUSAL:
            score = tl.where(rows[:, None] >= columns[None, :], score, -float("inf"))
        higher = tl.maximum(peak, tl.max(score, axis=1))
        power = tl.exp2(score - higher[:, None])
        share = tl.exp2(peak - higher)
        norm = norm * share + tl.sum(power, axis=1)
        value = tl.load(v + head + columns[:, None] * D + d[None, :])
        total = tl.dot(power.to(tl.float16), value, total * share[:, None])
        peak = higher
    tl.store(out + head + rows[:, None] * D + d[None, :], (total / norm[:, None]).to(tl.float16))


HEADS = {"q": "*fp16", "k": "*fp16", "v": "*fp16", "out": "*fp16", "length": "i32", "scale": "fp32"}
SAMPLES.add("attention", attention, {**HEADS, "CAUSAL": False, "BM": 64, "BN": 64, "D": 64}, num_warps=4)
SAMPLES.add("attention_causal", attention, {**HEADS, "CAUSAL": True, "BM": 128, "BN": 64, "D": 64}, num_warps=8)
