// chip: sm_80 ptx: 7.8
// Each warp adds its sum to a total by an atomic, and the one that comes last writes it out.
#include "../clang/device.h"

constexpr int THREADS = 128, WARPS = THREADS / 32;

DEV uint32_t add(uint32_t *p, uint32_t value) {
  uint32_t out;
  asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(out) : "r"(smem(p)), "r"(value) : "memory");
  return out;
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    last_warp(const uint32_t *x, uint32_t *y) {
  __shared__ uint32_t total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  uint32_t value = x[threadIdx.x];
  for (int delta = 16; delta > 0; delta /= 2)
    value += shfl_xor(value, delta);
  if (lane_id() == 0)
    add(&total, value);
  __syncthreads();
  y[threadIdx.x] = total;
}
