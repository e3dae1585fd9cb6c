"""Tensor descriptors: TMA on sm_90 and newer. Triton 3.3 or newer; on older chips these become plain accesses."""

import triton
import triton.language as tl
from samples import Samples
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

SAMPLES = Samples()
HOPPER = (90, 100, 120)


@triton.jit
def copy(source, target, BM: tl.constexpr, BN: tl.constexpr):
    """Descriptors that the host makes are arguments by value: `nvvm.grid_constant`."""
    at = [tl.program_id(0) * BM, tl.program_id(1) * BN]
    target.store(at, source.load(at))


COPY = {"source": "tensordesc<fp16[64,64]>", "target": "tensordesc<fp16[64,64]>", "BM": 64, "BN": 64}
SAMPLES.add("descriptor_copy", copy, COPY, chips=HOPPER, num_warps=4)


@triton.jit
def accumulate(source, target, BM: tl.constexpr, BN: tl.constexpr):
    at = [tl.program_id(0) * BM, tl.program_id(1) * BN]
    target.atomic_add(at, source.load(at))


SUMS = {"source": "tensordesc<fp32[32,32]>", "target": "tensordesc<fp32[32,32]>", "BM": 32, "BN": 32}
SAMPLES.add("descriptor_accumulate", accumulate, SUMS, chips=HOPPER, num_warps=4)


@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPECIAL: tl.constexpr):
    """Descriptors that the kernel makes, in memory that the launch provides."""
    left = tl.make_tensor_descriptor(a, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    right = tl.make_tensor_descriptor(b, shape=[n, k], strides=[k, 1], block_shape=[BN, BK])
    result = tl.make_tensor_descriptor(c, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for begin in tl.range(0, k, BK, warp_specialize=SPECIAL):
        total = tl.dot(left.load([row, begin]), right.load([column, begin]).T, total)
    result.store([row, column], total.to(tl.float16))


SIZES = {"a": "*fp16", "b": "*fp16", "c": "*fp16", "m": "i32", "n": "i32", "k": "i32"}
TILE = {"BM": 128, "BN": 128, "BK": 64}
PLAIN = {"SPECIAL": False}
SAMPLES.add("descriptor_matmul", matmul, {**SIZES, **TILE, **PLAIN}, num_warps=4, num_stages=3)
SAMPLES.add("descriptor_matmul_maxnreg", matmul, {**SIZES, **TILE, **PLAIN}, chips=HOPPER, num_warps=8, maxnreg=128)
SAMPLES.add("descriptor_matmul_two_ctas", matmul, {**SIZES, **TILE, **PLAIN}, chips=(90, 100), num_warps=4, num_ctas=2)
SAMPLES.add("descriptor_matmul_special", matmul, {**SIZES, **TILE, "SPECIAL": True}, chips=(90, 100), num_warps=4)


@triton.jit
def host_matmul(a, b, c, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for begin in range(0, k, BK):
        total = tl.dot(a.load([row, begin]), b.load([begin, column]), total)
    c.store([row, column], total.to(tl.float16))


HOST = {"a": "tensordesc<fp16[128,64]>", "b": "tensordesc<fp16[64,128]>", "c": "tensordesc<fp16[128,128]>", "k": "i32"}
SAMPLES.add("descriptor_host_matmul", host_matmul, {**HOST, **TILE}, chips=HOPPER, num_warps=4, num_stages=3)


@triton.jit
def dependent(x, out, n, BLOCK: tl.constexpr):
    """Programmatic dependent launch."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gdc_wait()
    value = tl.load(x + i, mask=i < n, other=0.0)
    gdc_launch_dependents()
    tl.store(out + i, value * 2.0, mask=i < n)


LINE = {"x": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": 512}
SAMPLES.add("dependent_launch", dependent, LINE, chips=HOPPER, num_warps=4, launch_pdl=True)


@triton.jit
def scaled_product(a, a_scale, b, b_scale, c, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Microscaling formats: one scale for 32 values of 8 bits."""
    i = tl.arange(0, BM)
    j = tl.arange(0, BN)
    k = tl.arange(0, BK)
    s = tl.arange(0, BK // 32)
    left = tl.load(a + i[:, None] * BK + k[None, :])
    right = tl.load(b + k[:, None] * BN + j[None, :])
    left_scale = tl.load(a_scale + i[:, None] * (BK // 32) + s[None, :])
    right_scale = tl.load(b_scale + j[:, None] * (BK // 32) + s[None, :])
    total = tl.dot_scaled(left, left_scale, "e5m2", right, right_scale, "e5m2")
    tl.store(c + i[:, None] * BN + j[None, :], total)


SCALED = {"a": "*fp8e5", "a_scale": "*u8", "b": "*fp8e5", "b_scale": "*u8", "c": "*fp32"}
SQUARE = {"BM": 128, "BN": 128, "BK": 128}
SAMPLES.add("scaled_product", scaled_product, {**SCALED, **SQUARE}, chips=HOPPER, num_warps=4)
