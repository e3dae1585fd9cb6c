// chip: sm_90a ptx: 8.0
// One producer warp group feeds one consumer warp group through a ring of four TMA stages, and the consumer multiplies with wgmma.
#include "device.h"

constexpr int BM = 64, BN = 128, BK = 64, STAGES = 4;
constexpr uint32_t STAGE_BYTES = (BM + BN) * BK * sizeof(half);

struct Storage {
  alignas(1024) half a[STAGES][BM * BK];
  alignas(1024) half b[STAGES][BN * BK];
  uint64_t full[STAGES];
  uint64_t empty[STAGES];
};

// Two CTAs an SM: 128 registers a thread at the start, 40 and 216 afterwards.
extern "C" __global__ void __launch_bounds__(256, 2)
    tma_wgmma_ring(const __grid_constant__ TensorMap a,
                   const __grid_constant__ TensorMap b, float *c, int ldc,
                   int k_tiles) {
  extern __shared__ __align__(1024) uint8_t raw[];
  Storage &s = *reinterpret_cast<Storage *>(raw);
  uint32_t warp = warp_id();
  uint32_t group = warp / 4;

  if (threadIdx.x == 0) {
    tma_prefetch(&a);
    tma_prefetch(&b);
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], 4);
    }
    fence_mbarrier_init();
  }
  __syncthreads();

  Ring<STAGES> at;
  if (group == 0) {
    setmaxnreg_dec<40>();
    if (warp == 0 && elect_one()) {
      for (int k = 0; k < k_tiles; ++k) {
        mbar_wait(&s.empty[at.stage], at.phase ^ 1);
        mbar_expect(&s.full[at.stage], STAGE_BYTES);
        tma_load_2d(s.a[at.stage], &a, k * BK, blockIdx.x * BM,
                    &s.full[at.stage]);
        tma_load_2d(s.b[at.stage], &b, k * BK, blockIdx.y * BN,
                    &s.full[at.stage]);
        at.next();
      }
    }
    return;
  }

  setmaxnreg_inc<216>();
  float acc[BN / 2] = {};
  for (int k = 0; k < k_tiles; ++k) {
    mbar_wait(&s.full[at.stage], at.phase);
    uint64_t da = wgmma_desc_128b(s.a[at.stage]);
    uint64_t db = wgmma_desc_128b(s.b[at.stage]);
    wgmma_fence();
#pragma unroll
    for (int kk = 0; kk < BK / 16; ++kk)
      wgmma_m64n128k16(acc, da + 2 * kk, db + 2 * kk);
    wgmma_commit();
    wgmma_wait<0>();
    keep(acc);
    if (lane_id() == 0)
      mbar_arrive(&s.empty[at.stage]);
    at.next();
  }

  uint32_t row = blockIdx.x * BM + (warp % 4) * 16 + lane_id() / 4;
  uint32_t column = blockIdx.y * BN + lane_id() % 4 * 2;
  float *out = c + (uint64_t)row * ldc + column;
#pragma unroll
  for (int n = 0; n < BN / 8; ++n) {
    *(float2 *)(out + n * 8) = {acc[n * 4], acc[n * 4 + 1]};
    *(float2 *)(out + 8 * (uint64_t)ldc + n * 8) = {acc[n * 4 + 2],
                                                    acc[n * 4 + 3]};
  }
}
