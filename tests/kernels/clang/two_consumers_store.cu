// chip: sm_90a ptx: 8.0
// Two warps load A and B, two consumer warp groups multiply half a tile each with one wgmma group in flight, and TMA stores the result from shared memory.
#include "device.h"

constexpr int BM = 128, BN = 128, BK = 64, STAGES = 4, CONSUMERS = 2;

struct Storage {
  alignas(1024) half a[STAGES][BM * BK];
  alignas(1024) half b[STAGES][BN * BK];
  alignas(128) half c[CONSUMERS][64 * BN];
  uint64_t full[STAGES];
  uint64_t empty[STAGES];
};

static DEV void load(Storage &s, half *tiles, const TensorMap *map, int row,
                     int rows, int k_tiles) {
  Ring<STAGES> at;
  for (int k = 0; k < k_tiles; ++k) {
    mbar_wait(&s.empty[at.stage], at.phase ^ 1);
    mbar_expect(&s.full[at.stage], rows * BK * sizeof(half));
    tma_load_2d(tiles + at.stage * rows * BK, map, k * BK, row,
                &s.full[at.stage]);
    at.next();
  }
}

extern "C" __global__ void __launch_bounds__(384, 1)
    two_consumers_store(const __grid_constant__ TensorMap a,
                        const __grid_constant__ TensorMap b,
                        const __grid_constant__ TensorMap c, int k_tiles) {
  extern __shared__ __align__(1024) uint8_t raw[];
  Storage &s = *reinterpret_cast<Storage *>(raw);
  uint32_t warp = warp_id();
  uint32_t group = warp / 4;

  if (threadIdx.x == 0) {
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 2);
      mbar_init(&s.empty[i], CONSUMERS);
    }
    fence_mbarrier_init();
    fence_proxy_async();
  }
  __syncthreads();

  if (group == 0) {
    setmaxnreg_dec<40>();
    if (warp == 0) {
      if (elect_one())
        load(s, s.a[0], &a, blockIdx.y * BM, BM, k_tiles);
    } else if (warp == 1) {
      if (elect_one())
        load(s, s.b[0], &b, blockIdx.x * BN, BN, k_tiles);
    }
  } else {
    setmaxnreg_inc<232>();
    uint32_t consumer = group - 1;
    uint32_t thread = threadIdx.x % 128;
    float acc[BN / 2] = {};

    auto release = [&](uint32_t stage) {
      // All four warps of the group have read the stage.
      bar_sync(1 + consumer, 128);
      if (thread == 0)
        mbar_arrive(&s.empty[stage]);
    };

    Ring<STAGES> at;
    uint32_t previous = 0;
    for (int k = 0; k < k_tiles; ++k) {
      mbar_wait(&s.full[at.stage], at.phase);
      uint64_t da = wgmma_desc_128b(s.a[at.stage] + consumer * 64 * BK);
      uint64_t db = wgmma_desc_128b(s.b[at.stage]);
      wgmma_fence();
#pragma unroll
      for (int kk = 0; kk < BK / 16; ++kk)
        wgmma_m64n128k16(acc, da + 2 * kk, db + 2 * kk);
      wgmma_commit();
      if (k > 0) {
        wgmma_wait<1>();
        release(previous);
      }
      previous = at.stage;
      at.next();
    }
    wgmma_wait<0>();
    keep(acc);

    half *row = s.c[consumer] + (thread / 32 * 16 + lane_id() / 4) * BN +
                lane_id() % 4 * 2;
#pragma unroll
    for (int n = 0; n < BN / 8; ++n) {
      row[n * 8] = (half)acc[n * 4];
      row[n * 8 + 1] = (half)acc[n * 4 + 1];
      row[8 * BN + n * 8] = (half)acc[n * 4 + 2];
      row[8 * BN + n * 8 + 1] = (half)acc[n * 4 + 3];
    }
    fence_proxy_async();
    bar_sync(1 + consumer, 128);
    if (thread == 0) {
      tma_store_2d(&c, blockIdx.x * BN, blockIdx.y * BM + consumer * 64,
                   s.c[consumer]);
      bulk_commit();
      bulk_wait<0>();
    }
  }
}
