"""Atomic operations, locks and grids that communicate."""

import triton
import triton.language as tl
from samples import WITH_CLUSTERS, Samples

SAMPLES = Samples()


@triton.jit
def count_bytes(x, bins, largest, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    value = tl.load(x + i, mask=inside, other=0).to(tl.int32) & 255
    tl.atomic_add(bins + value, 1, mask=inside)
    tl.atomic_max(largest, tl.max(value, axis=0))


COUNT = {"x": "*i8", "bins": "*i32", "largest": "*i32", "n": "i32", "BLOCK": 256}
SAMPLES.add("count_bytes", count_bytes, COUNT, unaligned=True, num_warps=1)


@triton.jit
def scatter_add(x, index, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.atomic_add(out + tl.load(index + i, mask=inside, other=0), tl.load(x + i, mask=inside, other=0.0), mask=inside)


def scatter(kind, block):
    return {"x": f"*{kind}", "index": "*i32", "out": f"*{kind}", "n": "i32", "BLOCK": block}


SAMPLES.add("scatter_add_f32", scatter_add, scatter("fp32", 512), num_warps=4)
SAMPLES.add("scatter_add_f16", scatter_add, scatter("fp16", 1024), num_warps=4)
SAMPLES.add("scatter_add_f64", scatter_add, scatter("fp64", 256), num_warps=8)


@triton.jit
def bit_sets(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i)
    word = out + (i & 31)
    tl.atomic_or(word, value)
    tl.atomic_and(word + 32, value)
    tl.atomic_xor(word + 64, value)
    tl.atomic_min(word + 96, value)
    tl.store(x + i, tl.atomic_xchg(word + 128, value))


SAMPLES.add("bit_sets_i32", bit_sets, {"x": "*i32", "out": "*i32", "BLOCK": 256}, num_warps=2)
SAMPLES.add("bit_sets_i64", bit_sets, {"x": "*i64", "out": "*i64", "BLOCK": 128}, num_warps=4)


@triton.jit
def locked_sum(x, out, lock, n, BLOCK: tl.constexpr):
    """A lock that programs spin on."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0)
    while tl.atomic_cas(lock, 0, 1, sem="acquire", scope="gpu") == 1:
        pass
    tl.store(out, tl.load(out) + total)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0, sem="release", scope="gpu")


LOCKED = {"x": "*fp32", "out": "*fp32", "lock": "*i32", "n": "i32", "BLOCK": 1024}
SAMPLES.add("locked_sum", locked_sum, LOCKED, num_warps=4)


@triton.jit
def last_program_sums(x, partial, out, counter, n, PROGRAMS: tl.constexpr, BLOCK: tl.constexpr):
    """The last program that arrives adds up what the others have written."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(partial + tl.program_id(0), tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0))
    if tl.atomic_add(counter, 1, sem="acq_rel", scope="gpu") == PROGRAMS - 1:
        tl.store(out, tl.sum(tl.load(partial + tl.arange(0, PROGRAMS), volatile=True), axis=0))


LAST = {"x": "*fp32", "partial": "*fp32", "out": "*fp32", "counter": "*i32", "n": "i32", "PROGRAMS": 128, "BLOCK": 512}
SAMPLES.add("last_program_sums", last_program_sums, LAST, num_warps=4)
SAMPLES.add("last_program_sums_two_ctas", last_program_sums, LAST, chips=WITH_CLUSTERS, num_warps=4, num_ctas=2)
