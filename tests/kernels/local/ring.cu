// chip: sm_90 ptx: 8.0 level: -O0
// A ring of three stages without optimisation: stage, parity and addresses pass through local memory. Every thread consumes.
#include "../clang/device.h"

constexpr int CONSUMERS = 128, TILE = CONSUMERS, STAGES = 3;
constexpr uint32_t BYTES = TILE * sizeof(uint32_t);

struct Buffers {
  alignas(128) uint32_t tile[STAGES][TILE];
  uint64_t full[STAGES];
  uint64_t empty[STAGES];
};

extern "C" __global__ void __launch_bounds__(CONSUMERS + 32, 1)
    local_ring(const uint32_t *x, uint32_t *y, int tiles) {
  __shared__ Buffers s;
  if (threadIdx.x == 0) {
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], CONSUMERS);
    }
    fence_mbarrier_init();
  }
  __syncthreads();

  Ring<STAGES> ring;
  if (threadIdx.x >= CONSUMERS) {
    if (threadIdx.x == CONSUMERS) {
      for (int i = 0; i < tiles; ++i) {
        mbar_wait(&s.empty[ring.stage], ring.phase ^ 1);
        mbar_expect(&s.full[ring.stage], BYTES);
        bulk_load(s.tile[ring.stage], x + (uint64_t)i * TILE, BYTES, &s.full[ring.stage]);
        ring.next();
      }
    }
    return;
  }
  uint32_t sum = 0;
  for (int i = 0; i < tiles; ++i) {
    mbar_wait(&s.full[ring.stage], ring.phase);
    sum += s.tile[ring.stage][threadIdx.x];
    mbar_arrive(&s.empty[ring.stage]);
    ring.next();
  }
  y[threadIdx.x] = sum;
}
