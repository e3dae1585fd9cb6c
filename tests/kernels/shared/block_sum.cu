// chip: sm_80 ptx: 7.8
// The 256 threads of a block add up a vector: a tree of sums in shared memory, with a barrier between its steps.
#include "../clang/device.h"

constexpr int THREADS = 256;

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    block_sum(const uint32_t *x, uint32_t *y) {
  __shared__ uint32_t sums[THREADS];
  uint32_t thread = threadIdx.x;
  sums[thread] = x[blockIdx.x * THREADS + thread];
  __syncthreads();
#pragma unroll
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (thread < half)
      sums[thread] += sums[thread + half];
    __syncthreads();
  }
  y[blockIdx.x * THREADS + thread] = sums[0];
}
