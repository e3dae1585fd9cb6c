// chip: sm_90a ptx: 8.0 cluster: 2
// The two CTAs of a cluster each load half of the B tile and multicast it to both, and a stage is empty when the consumers of both CTAs have released it.
#include "device.h"

constexpr int BM = 64, BN = 128, BK = 64, STAGES = 3, CTAS = 2;
constexpr uint32_t STAGE_BYTES = (BM + BN) * BK * sizeof(half);

struct Storage {
  alignas(1024) half a[STAGES][BM * BK];
  alignas(1024) half b[STAGES][BN * BK];
  uint64_t full[STAGES];
  uint64_t empty[STAGES];
};

static DEV void produce(Storage &s, const TensorMap *a, const TensorMap *b,
                        uint32_t rank, int k_tiles) {
  Ring<STAGES> at;
  constexpr int HALF = BN / CTAS;
  for (int k = 0; k < k_tiles; ++k, at.next()) {
    mbar_wait_cluster(&s.empty[at.stage], at.phase ^ 1);
    mbar_expect(&s.full[at.stage], STAGE_BYTES);
    tma_load_2d(s.a[at.stage], a, k * BK, blockIdx.x * BM, &s.full[at.stage]);
    tma_load_2d_multicast(s.b[at.stage] + rank * HALF * BK, b, k * BK,
                          blockIdx.y * BN + rank * HALF, &s.full[at.stage],
                          (1 << CTAS) - 1);
  }
}

static DEV void consume(Storage &s, float (&acc)[BN / 2], int k_tiles) {
  Ring<STAGES> at;
  for (int k = 0; k < k_tiles; ++k, at.next()) {
    mbar_wait_cluster(&s.full[at.stage], at.phase);
    uint64_t da = wgmma_desc_128b(s.a[at.stage]);
    uint64_t db = wgmma_desc_128b(s.b[at.stage]);
    wgmma_fence();
#pragma unroll
    for (int kk = 0; kk < BK / 16; ++kk)
      wgmma_m64n128k16(acc, da + 2 * kk, db + 2 * kk, k > 0 || kk > 0);
    wgmma_commit();
    wgmma_wait<0>();
    keep(acc);
    // Lane 0 tells CTA 0, lane 1 tells CTA 1.
    if (lane_id() < CTAS)
      mbar_arrive_cluster(&s.empty[at.stage], lane_id());
    sync_warp();
  }
}

extern "C" __global__ void __cluster_dims__(CTAS, 1, 1)
    __launch_bounds__(256, 1)
        cluster_multicast(const __grid_constant__ TensorMap a,
                          const __grid_constant__ TensorMap b, float *c,
                          int ldc, int k_tiles) {
  extern __shared__ __align__(1024) uint8_t raw[];
  Storage &s = *reinterpret_cast<Storage *>(raw);
  uint32_t warp = threadIdx.x / 32;
  uint32_t rank = cluster_ctarank();

  if (threadIdx.x == 0) {
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], CTAS * 4);
    }
    fence_mbarrier_init();
  }
  cluster_barrier();

  if (warp < 4) {
    if (warp == 0) {
      if (elect_one())
        produce(s, &a, &b, rank, k_tiles);
      sync_warp();
    }
  } else {
    float acc[BN / 2] = {};
    consume(s, acc, k_tiles);
    uint32_t row = blockIdx.x * BM + (warp - 4) * 16 + lane_id() / 4;
    uint32_t column = blockIdx.y * BN + lane_id() % 4 * 2;
    float *out = c + (uint64_t)row * ldc + column;
#pragma unroll
    for (int n = 0; n < BN / 8; ++n) {
      *(float2 *)(out + n * 8) = {acc[n * 4], acc[n * 4 + 1]};
      *(float2 *)(out + 8 * (uint64_t)ldc + n * 8) = {acc[n * 4 + 2],
                                                      acc[n * 4 + 3]};
    }
  }

  // The other CTA may still arrive at the mbarriers here.
  cluster_barrier();
}
