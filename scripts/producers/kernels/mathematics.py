"""Functions of libdevice, and those that LLVM and PTX have."""

import triton
import triton.language as tl
from samples import Samples
from triton.language.extra import libdevice

SAMPLES = Samples()


@triton.jit
def unary(x, out, n, FUNCTION: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    value = tl.load(x + i, mask=inside, other=0.5)
    if FUNCTION == "tanh":
        value = libdevice.tanh(value)
    elif FUNCTION == "tan":
        value = libdevice.tan(value)
    elif FUNCTION == "lgamma":
        value = libdevice.lgamma(value)
    elif FUNCTION == "erfinv":
        value = libdevice.erfinv(value)
    elif FUNCTION == "cbrt":
        value = libdevice.cbrt(value)
    elif FUNCTION == "sincos":
        value = libdevice.sin(value) * libdevice.cos(value)
    elif FUNCTION == "fast":
        value = tl.exp(value) + tl.log(value) + tl.sin(value) * tl.cos(value) + tl.rsqrt(value) + tl.exp2(value)
    elif FUNCTION == "round":
        value = tl.floor(value) + tl.ceil(value) + libdevice.rint(value) + libdevice.trunc(value)
    elif FUNCTION == "gelu":
        value = 0.5 * value * (1.0 + tl.erf(value * 0.70710678))
    tl.store(out + i, value, mask=inside)


def one(kind, function, block=512):
    return {"x": f"*{kind}", "out": f"*{kind}", "n": "i32", "FUNCTION": function, "BLOCK": block}


SAMPLES.add("tanh_f32", unary, one("fp32", "tanh"), num_warps=4)
SAMPLES.add("tan_f32", unary, one("fp32", "tan"), num_warps=2)
SAMPLES.add("lgamma_f64", unary, one("fp64", "lgamma", 128), num_warps=4)
SAMPLES.add("erfinv_f64", unary, one("fp64", "erfinv", 128), num_warps=4)
SAMPLES.add("cbrt_f32", unary, one("fp32", "cbrt"), num_warps=4)
SAMPLES.add("sincos_f64", unary, one("fp64", "sincos", 128), num_warps=4)
SAMPLES.add("fast_f32", unary, one("fp32", "fast"), num_warps=4)
SAMPLES.add("round_f32", unary, one("fp32", "round"), num_warps=4)
SAMPLES.add("gelu_f32", unary, one("fp32", "gelu", 1024), num_warps=8)


@triton.jit
def binary(x, y, out, n, FUNCTION: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    a = tl.load(x + i, mask=inside, other=1.0)
    b = tl.load(y + i, mask=inside, other=1.0)
    if FUNCTION == "pow":
        value = libdevice.pow(a, b)
    elif FUNCTION == "fmod":
        value = libdevice.fmod(a, b)
    elif FUNCTION == "atan2":
        value = libdevice.atan2(a, b)
    elif FUNCTION == "hypot":
        value = libdevice.hypot(a, b)
    elif FUNCTION == "minmax":
        value = tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL) - tl.minimum(a, b) + tl.clamp(a, 0.0, 1.0)
    tl.store(out + i, value, mask=inside)


def two(kind, function, block=512):
    return {"x": f"*{kind}", "y": f"*{kind}", "out": f"*{kind}", "n": "i32", "FUNCTION": function, "BLOCK": block}


SAMPLES.add("pow_f32", binary, two("fp32", "pow"), num_warps=4)
SAMPLES.add("fmod_f32", binary, two("fp32", "fmod"), num_warps=4)
SAMPLES.add("atan2_f64", binary, two("fp64", "atan2", 128), num_warps=4)
SAMPLES.add("hypot_f32", binary, two("fp32", "hypot"), num_warps=4)
SAMPLES.add("minmax_f32", binary, two("fp32", "minmax"), num_warps=4)
