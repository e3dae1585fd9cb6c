// chip: sm_80 ptx: 7.8
// Two buffers in turn: each step has one barrier, since the store of the next step is to the other buffer.
#include "../clang/device.h"

constexpr int THREADS = 128;

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    double_buffer(const uint32_t *x, uint32_t *y, int steps) {
  __shared__ uint32_t buffer[2][THREADS];
  uint32_t thread = threadIdx.x, sum = 0;
  for (int i = 0; i < steps; ++i) {
    buffer[i & 1][thread] = x[i * THREADS + thread];
    __syncthreads();
    sum += buffer[i & 1][THREADS - 1 - thread];
  }
  y[thread] = sum;
}
