// chip: sm_90 ptx: 8.0 cluster: 2
// The CTAs of a pair read the edge of each other's tile in distributed shared memory, one step after the other.
#include "../clang/device.h"

constexpr int THREADS = 64;

extern "C" __global__ void __cluster_dims__(2, 1, 1)
    __launch_bounds__(THREADS, 1) halo(const float *x, float *y, int steps) {
  __shared__ float tile[THREADS];
  uint32_t thread = threadIdx.x, peer = cluster_ctarank() ^ 1;
  float sum = x[thread];
  for (int i = 0; i < steps; ++i) {
    tile[thread] = sum;
    cluster_barrier();
    sum += load_cluster(mapa(smem(&tile[THREADS - 1 - thread]), peer));
    cluster_barrier();
  }
  y[thread] = sum;
}
