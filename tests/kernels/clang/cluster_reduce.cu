// chip: sm_90a ptx: 8.0 cluster: 4
// The four CTAs of a cluster normalise a row together: they write their sums into each other's shared memory and read each other's maxima.
#include "device.h"

constexpr int THREADS = 256, CTAS = 4, WARPS = THREADS / 32;

struct Exchange {
  float sums[CTAS]; // written by all CTAs of the cluster
  float maximum;    // read by all CTAs of the cluster
  float warp_sums[WARPS];
  float warp_maxima[WARPS];
};

static __noinline__ __device__ float warp_sum(float value) {
  for (int delta = 16; delta > 0; delta /= 2)
    value += shfl_xor(value, delta);
  return value;
}

static __noinline__ __device__ float warp_max(float value) {
  for (int delta = 16; delta > 0; delta /= 2) {
    float other = shfl_xor(value, delta);
    value = other > value ? other : value;
  }
  return value;
}

extern "C" __global__ void __cluster_dims__(CTAS, 1, 1)
    __launch_bounds__(THREADS, 1)
        cluster_reduce(const float *x, float *y, int columns) {
  __shared__ Exchange s;
  uint32_t rank = cluster_ctarank();
  uint32_t warp = threadIdx.x / 32;
  const float *row = x + (uint64_t)blockIdx.y * columns;
  float *out = y + (uint64_t)blockIdx.y * columns;

  // No CTA writes to another one before that one runs.
  cluster_arrive();

  float sum = 0, maximum = 0;
  for (int i = rank * THREADS + threadIdx.x; i < columns; i += CTAS * THREADS) {
    float value = row[i];
    float size = value < 0 ? -value : value;
    sum += value;
    maximum = size > maximum ? size : maximum;
  }
  sum = warp_sum(sum);
  maximum = warp_max(maximum);
  if (lane_id() == 0) {
    s.warp_sums[warp] = sum;
    s.warp_maxima[warp] = maximum;
  }
  __syncthreads();

  cluster_wait();
  if (threadIdx.x < CTAS) {
    float total = 0;
    for (int i = 0; i < WARPS; ++i)
      total += s.warp_sums[i];
    store_cluster(mapa(smem(&s.sums[rank]), threadIdx.x), total);
  }
  if (threadIdx.x == 32) {
    float largest = 0;
    for (int i = 0; i < WARPS; ++i)
      largest = s.warp_maxima[i] > largest ? s.warp_maxima[i] : largest;
    s.maximum = largest;
  }
  sync_warp();
  cluster_barrier();

  float total = 0, largest = 0;
  for (int i = 0; i < CTAS; ++i) {
    total += s.sums[i];
    float other = load_cluster(mapa(smem(&s.maximum), i));
    largest = other > largest ? other : largest;
  }
  // The others have read this CTA's maximum before it leaves.
  cluster_arrive();

  float mean = total / columns;
  float scale = largest > 0 ? 1 / largest : 1;
  for (int i = rank * THREADS + threadIdx.x; i < columns; i += CTAS * THREADS)
    out[i] = (row[i] - mean) * scale;

  cluster_wait();
}
