"""numba-cuda-mlir kernels, and how each is compiled. `make.py` in the parent folder compiles them."""

import math

from numba_cuda_mlir import cuda, types


def scaled_add(scale, x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = scale * x[i] + y[i]


def block_sum(x, out):
    """A tree in shared memory, then one atomic addition for each block."""
    tile = cuda.shared.array(256, types.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i] if i < x.shape[0] else 0.0
    cuda.syncthreads()
    step = 128
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        cuda.atomic.add(out, 0, tile[0])


def matmul(a, b, c):
    """Tiles of 16 by 16 in shared memory."""
    left = cuda.shared.array((16, 16), types.float32)
    right = cuda.shared.array((16, 16), types.float32)
    column, row = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    total = types.float32(0.0)
    for tile in range((a.shape[1] + 15) // 16):
        inner = tile * 16
        left[ty, tx] = 0.0
        right[ty, tx] = 0.0
        if row < a.shape[0] and inner + tx < a.shape[1]:
            left[ty, tx] = a[row, inner + tx]
        if column < b.shape[1] and inner + ty < b.shape[0]:
            right[ty, tx] = b[inner + ty, column]
        cuda.syncthreads()
        for k in range(16):
            total += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


def mandelbrot(out, left, top, step, limit):
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        real = left + column * step
        imaginary = top + row * step
        x = 0.0
        y = 0.0
        count = 0
        while count < limit and x * x + y * y < 4.0:
            x, y = x * x - y * y + real, 2.0 * x * y + imaginary
            count += 1
        out[row, column] = count


def wave(out, time):
    """Calls of libdevice."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        angle = time + 0.01 * i
        out[i] = math.sin(angle) * math.exp(-0.1 * angle) + math.sqrt(abs(angle))


def histogram(x, bins):
    """Atomics, and a loop with the stride of the grid."""
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        cuda.atomic.add(bins, x[i] & 255, 1)


def stencil(source, target):
    column, row = cuda.grid(2)
    rows, columns = source.shape
    if 0 < row < rows - 1 and 0 < column < columns - 1:
        around = source[row - 1, column] + source[row + 1, column]
        around += source[row, column - 1] + source[row, column + 1]
        target[row, column] = 0.5 * source[row, column] + 0.125 * around


VECTOR, MATRIX = "float32[::1]", "float32[:, ::1]"

# Name of the sample: kernel, signature, options. The chip is sm_100: for older ones the package writes IR of LLVM 7.
SAMPLES = {
    "scaled_add": (scaled_add, f"void(float32, {VECTOR}, {VECTOR})", {"launch_bounds": (256, 2), "lineinfo": True}),
    "block_sum": (block_sum, f"void({VECTOR}, {VECTOR})", {"launch_bounds": 256}),
    "matmul": (matmul, f"void({MATRIX}, {MATRIX}, {MATRIX})", {"launch_bounds": (256, 1, 4), "lineinfo": True}),
    "mandelbrot": (mandelbrot, "void(int32[:, ::1], float64, float64, float64, int32)", {}),
    "wave": (wave, "void(float64[::1], float64)", {"launch_bounds": (128, 4)}),
    "histogram": (histogram, "void(int32[::1], int32[::1])", {"launch_bounds": 512}),
    "stencil": (stencil, f"void({MATRIX}, {MATRIX})", {"launch_bounds": (1024, 1)}),
}
