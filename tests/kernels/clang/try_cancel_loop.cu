// chip: sm_100a ptx: 8.6
// A persistent CTA adds vectors tile by tile, and gets its next tile by canceling a CTA that has not started.
#include "device.h"

constexpr int THREADS = 128, TILE = 1024;

static __noinline__ __device__ void add_tile(const float *x, const float *y,
                                             float *z, uint32_t tile, int n) {
  for (int i = threadIdx.x; i < TILE; i += THREADS) {
    uint64_t at = (uint64_t)tile * TILE + i;
    if (at < (uint64_t)n)
      z[at] = x[at] + y[at];
  }
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    try_cancel_loop(const float *x, const float *y, float *z, int n) {
  __shared__ uint4 response;
  __shared__ uint64_t ready;

  if (threadIdx.x == 0) {
    mbar_init(&ready, 1);
    fence_mbarrier_init();
  }
  __syncthreads();

  uint32_t tile = blockIdx.x;
  for (uint32_t phase = 0;; phase ^= 1) {
    if (threadIdx.x == 0) {
      mbar_expect(&ready, sizeof(response));
      try_cancel(&response, &ready);
    }

    add_tile(x, y, z, tile, n);

    mbar_wait_cluster(&ready, phase);
    NextWork next = query_cancel(&response);
    if (!next.canceled)
      break;
    tile = next.x;

    // All have read the response before the next one is written.
    fence_proxy_async();
    __syncthreads();
  }
}
