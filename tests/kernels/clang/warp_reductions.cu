// chip: sm_80 ptx: 7.8
// Sum, maximum and number of positive values of a vector: within the warps by shfl, redux and vote, over the warps through shared memory.
#include "device.h"

constexpr int THREADS = 256, WARPS = THREADS / 32;

struct Partial {
  float sum;
  int32_t maximum;
  uint32_t positive;
};

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    warp_reductions(const int32_t *x, Partial *out, int n) {
  __shared__ Partial parts[WARPS];
  uint32_t warp = threadIdx.x / 32;
  uint32_t lane = lane_id();

  float sum = 0;
  int32_t maximum = -0x7fffffff - 1;
  uint32_t positive = 0;
  // The bounds are the same for the whole block: all vote.
  for (int base = blockIdx.x * THREADS; base < n; base += gridDim.x * THREADS) {
    int i = base + threadIdx.x;
    int32_t value = i < n ? x[i] : 0;
    sum += (float)value;
    if (i < n && value > maximum)
      maximum = value;
    positive += __builtin_popcount(ballot(value > 0));
  }

#pragma unroll
  for (int delta = 16; delta > 0; delta /= 2)
    sum += shfl_down(sum, delta);
  maximum = redux_max(maximum);
  if (lane == 0)
    parts[warp] = {sum, maximum, positive};
  __syncthreads();

  // The last barrier is behind: what is left is one warp's.
  if (warp != 0)
    return;
  Partial part = {0, -0x7fffffff - 1, 0};
  if (lane < WARPS)
    part = parts[lane];
#pragma unroll
  for (int delta = WARPS / 2; delta > 0; delta /= 2)
    part.sum += shfl_down(part.sum, delta);
  part.maximum = redux_max(part.maximum);
  part.positive = redux_add(part.positive);
  if (lane == 0)
    out[blockIdx.x] = part;
}
