// many.cu: many kernels in one unit, with bounds and without, so that facts
// can be mixed up. extern "C" names, mangled names, two instances of one
// template whose bounds depend on the template argument, and a device
// function, which has no facts.
#include "cuda_min.h"

// Not a kernel. Not inlined, so that it is a separate function.
__device__ __attribute__((noinline)) float clamp_unit(float v) {
  return v < 0.0f ? 0.0f : v > 1.0f ? 1.0f : v;
}

// No bounds.
extern "C" __global__ void fill(float *out, float v) { out[threadIdx.x] = v; }

// A block bound only.
extern "C" __global__ void __launch_bounds__(128) scale(float *x, float a) {
  x[threadIdx.x] = clamp_unit(a * x[threadIdx.x]);
}

// A block bound and an occupancy floor.
extern "C" __global__ void __launch_bounds__(512, 4)
    add(const float *x, const float *y, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x[i] + y[i];
}

// No bounds again, and no arguments.
extern "C" __global__ void nothing() {}

namespace image {
// A C++ kernel in a namespace.
__global__ void __launch_bounds__(1024)
    invert(unsigned char *pixels, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    pixels[i] = 255 - pixels[i];
}
} // namespace image

namespace linear_algebra {
namespace block_reductions {

template <typename Value, int Threads> struct SumOfSquaresPolicy {
  static constexpr int threads = Threads;
  static constexpr int min_blocks = 1024 / Threads;
  static __device__ Value apply(Value acc, Value v) { return acc + v * v; }
};

// Bounds that depend on the template argument; a long mangled name.
template <typename Policy, typename Value>
__global__ void __launch_bounds__(Policy::threads, Policy::min_blocks)
    reduce_each_row_of_a_matrix(const Value *in, Value *out, int columns) {
  Value acc = 0;
  const Value *row = in + (long long)blockIdx.x * columns;
  for (int i = threadIdx.x; i < columns; i += Policy::threads)
    acc = Policy::apply(acc, row[i]);
  out[blockIdx.x * Policy::threads + threadIdx.x] = acc;
}

template __global__ void
reduce_each_row_of_a_matrix<SumOfSquaresPolicy<float, 256>, float>(
    const float *, float *, int);
template __global__ void
reduce_each_row_of_a_matrix<SumOfSquaresPolicy<double, 64>, double>(
    const double *, double *, int);

} // namespace block_reductions
} // namespace linear_algebra
