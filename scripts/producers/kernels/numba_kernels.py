"""numba-cuda-mlir kernels besides those of examples/producers/numba."""

import math

from numba_cuda_mlir import cuda, types


def copy(x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = x[i]


def activate(x, y):
    """Calls of libdevice, in single precision."""
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = math.tanh(x[i]) + math.log1p(abs(x[i])) * math.erf(x[i])


def power(x, y, exponent):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = math.pow(x[i], exponent) / math.cosh(x[i])


def transpose(source, target):
    """Through shared memory, with one more column against bank conflicts."""
    tile = cuda.shared.array((32, 33), types.float32)
    column, row = cuda.grid(2)
    if row < source.shape[0] and column < source.shape[1]:
        tile[cuda.threadIdx.y, cuda.threadIdx.x] = source[row, column]
    cuda.syncthreads()
    column = cuda.blockIdx.y * 32 + cuda.threadIdx.x
    row = cuda.blockIdx.x * 32 + cuda.threadIdx.y
    if row < target.shape[0] and column < target.shape[1]:
        target[row, column] = tile[cuda.threadIdx.x, cuda.threadIdx.y]


def private_sort(x, out):
    """An array of each thread, sorted by insertion."""
    mine = cuda.local.array(8, types.int32)
    t = cuda.grid(1)
    for k in range(8):
        mine[k] = x[t * 8 + k]
    for k in range(1, 8):
        value = mine[k]
        j = k - 1
        while j >= 0 and mine[j] > value:
            mine[j + 1] = mine[j]
            j -= 1
        mine[j + 1] = value
    for k in range(8):
        out[t * 8 + k] = mine[k]


def extremes(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        cuda.atomic.max(out, 0, x[i])
        cuda.atomic.min(out, 1, x[i])


def gcd(x, y, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        a = x[i]
        b = y[i]
        while b != 0:
            a, b = b, a % b
        out[i] = a


def half_sum(x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = x[i] + y[i]


VECTOR, MATRIX = "float32[::1]", "float32[:, ::1]"

# Name of the sample: kernel, signature, options.
SAMPLES = {
    "copy": (copy, f"void({VECTOR}, {VECTOR})", {}),
    "copy_bound": (copy, f"void({VECTOR}, {VECTOR})", {"launch_bounds": 1024}),
    "copy_two_bounds": (copy, "void(int64[::1], int64[::1])", {"launch_bounds": (128, 16)}),
    "copy_three_bounds": (copy, "void(int8[::1], int8[::1])", {"launch_bounds": (64, 2, 8)}),
    "copy_strided": (copy, "void(float64[:], float64[:])", {"launch_bounds": 96, "lineinfo": True}),
    "activate": (activate, f"void({VECTOR}, {VECTOR})", {"launch_bounds": (256, 2)}),
    "activate_fast": (activate, f"void({VECTOR}, {VECTOR})", {"fastmath": True}),
    "power": (power, "void(float64[::1], float64[::1], float64)", {"launch_bounds": 128}),
    "transpose": (transpose, f"void({MATRIX}, {MATRIX})", {"launch_bounds": 1024}),
    "private_sort": (private_sort, "void(int32[::1], int32[::1])", {"launch_bounds": (256, 4)}),
    "extremes": (extremes, "void(int32[::1], int32[::1])", {"lineinfo": True}),
    "gcd": (gcd, "void(uint64[::1], uint64[::1], uint64[::1])", {"launch_bounds": (512, 2)}),
    "half_sum": (half_sum, "void(float16[::1], float16[::1])", {"launch_bounds": 256}),
}
