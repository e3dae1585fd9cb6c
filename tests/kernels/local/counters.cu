// chip: sm_90 ptx: 8.0 level: -O0
// A ring of three stages without optimisation: the stage, the parity and each address are variables of the stack.
#include "../clang/device.h"

constexpr int CONSUMERS = 128, TILE = CONSUMERS, STAGES = 3;
constexpr uint32_t BYTES = TILE * sizeof(uint32_t);

struct Buffers {
  alignas(128) uint32_t tile[STAGES][TILE];
  uint64_t full[STAGES];
  uint64_t empty[STAGES];
};

extern "C" __global__ void __launch_bounds__(CONSUMERS + 32, 1)
    local_counters(const uint32_t *x, uint32_t *y, int tiles) {
  __shared__ Buffers s;
  if (threadIdx.x == 0) {
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], CONSUMERS);
    }
    fence_mbarrier_init();
  }
  __syncthreads();

  int stage = 0;
  uint32_t phase = 0;
  if (threadIdx.x >= CONSUMERS) {
    if (threadIdx.x == CONSUMERS) {
      for (int i = 0; i < tiles; ++i) {
        mbar_wait(&s.empty[stage], phase ^ 1);
        mbar_expect(&s.full[stage], BYTES);
        bulk_load(s.tile[stage], x + (uint64_t)i * TILE, BYTES, &s.full[stage]);
        if (++stage == STAGES) {
          stage = 0;
          phase ^= 1;
        }
      }
    }
    return;
  }
  uint32_t sum = 0;
  for (int i = 0; i < tiles; ++i) {
    mbar_wait(&s.full[stage], phase);
    sum += s.tile[stage][threadIdx.x];
    mbar_arrive(&s.empty[stage]);
    if (++stage == STAGES) {
      stage = 0;
      phase ^= 1;
    }
  }
  y[threadIdx.x] = sum;
}
