// chip: sm_80 ptx: 7.8
// Each warp exchanges numbers of its lanes in its own part of shared memory, with barriers of the warp.
#include "../clang/device.h"

constexpr int THREADS = 128;

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    warp_tiles(const uint32_t *x, uint32_t *y, int steps) {
  __shared__ uint32_t tile[THREADS];
  uint32_t thread = threadIdx.x, sum = 0;
  for (int i = 0; i < steps; ++i) {
    tile[thread] = x[i * THREADS + thread];
    sync_warp();
    sum += tile[thread ^ 31];
    sync_warp();
  }
  y[thread] = sum;
}
