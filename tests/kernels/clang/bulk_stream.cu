// chip: sm_90a ptx: 8.0
// Tiles of a vector stream through shared memory by bulk copies, two in flight each way, while all 128 threads scale them.
#include "device.h"

constexpr int THREADS = 128, TILE = 2048, STAGES = 2;
constexpr uint32_t BYTES = TILE * sizeof(float);

struct Buffers {
  alignas(128) float in[STAGES][TILE];
  alignas(128) float out[STAGES][TILE];
  uint64_t full[STAGES];
};

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    bulk_stream(const float *x, float *y, float scale, float shift,
                int tiles) {
  __shared__ Buffers s;
  int step = gridDim.x;

  auto load = [&](int tile, int stage) {
    mbar_expect(&s.full[stage], BYTES);
    bulk_load(s.in[stage], x + (uint64_t)tile * TILE, BYTES, &s.full[stage]);
  };

  if (threadIdx.x == 0) {
    for (int i = 0; i < STAGES; ++i)
      mbar_init(&s.full[i], 1);
    fence_mbarrier_init();
    fence_proxy_async();
    for (int i = 0; i < STAGES; ++i) {
      int tile = (int)blockIdx.x + i * step;
      if (tile < tiles)
        load(tile, i);
    }
  }
  __syncthreads();

  int stage = 0;
  uint32_t phase = 0;
  for (int tile = blockIdx.x; tile < tiles; tile += step) {
    // The store of two tiles ago has read its buffer.
    if (threadIdx.x == 0)
      bulk_wait_read<STAGES - 1>();
    __syncthreads();

    mbar_wait(&s.full[stage], phase);
    for (int i = threadIdx.x; i < TILE; i += THREADS)
      s.out[stage][i] = s.in[stage][i] * scale + shift;
    fence_proxy_async();
    __syncthreads();

    if (threadIdx.x == 0) {
      bulk_store(y + (uint64_t)tile * TILE, s.out[stage], BYTES);
      bulk_commit();
      if (tile + STAGES * step < tiles)
        load(tile + STAGES * step, stage);
    }
    if (++stage == STAGES) {
      stage = 0;
      phase ^= 1;
    }
  }
  if (threadIdx.x == 0)
    bulk_wait<0>();
}
