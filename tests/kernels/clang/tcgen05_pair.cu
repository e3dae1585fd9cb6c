// chip: sm_100a ptx: 8.6 cluster: 2
// A pair of CTAs multiplies a 256x128 tile with cta_group::2: each loads its half, the leader issues, and both hear of it by multicast commits.
#include "device.h"

constexpr int BM = 128, BN = 128, BK = 64, STAGES = 4;
// What the two CTAs load in a stage: 128 rows of A and 64 of B each.
constexpr uint32_t PAIR_BYTES = 2 * (BM + BN / 2) * BK * sizeof(half);
constexpr uint16_t BOTH = 3;

struct Storage {
  alignas(1024) half a[STAGES][BM * BK];
  alignas(1024) half b[STAGES][BN / 2 * BK];
  uint64_t full[STAGES]; // the leader's are used
  uint64_t empty[STAGES];
  uint64_t done;
  uint32_t tmem;
};

static DEV void load_warp(Storage &s, const TensorMap *a, const TensorMap *b,
                          uint32_t rank, int k_tiles) {
  Ring<STAGES> at;
  for (int k = 0; k < k_tiles; ++k, at.next()) {
    mbar_wait_cluster(&s.empty[at.stage], at.phase ^ 1);
    if (rank == 0)
      mbar_expect(&s.full[at.stage], PAIR_BYTES);
    uint32_t full = mapa(smem(&s.full[at.stage]), 0);
    tma_load_2d_pair(s.a[at.stage], a, k * BK, blockIdx.x * BM, full);
    tma_load_2d_pair(s.b[at.stage], b, k * BK,
                     blockIdx.y * BN + rank * (BN / 2), full);
  }
  // The commits of the last stages have arrived here before this CTA leaves.
  for (int i = 0; i < STAGES; ++i, at.next())
    mbar_wait_cluster(&s.empty[at.stage], at.phase ^ 1);
}

static DEV void mma_warp(Storage &s, uint32_t tmem, int k_tiles) {
  Ring<STAGES> at;
  for (int k = 0; k < k_tiles; ++k, at.next()) {
    mbar_wait_cluster(&s.full[at.stage], at.phase);
    tcgen05_fence_after();
    uint64_t da = tcgen05_desc_128b(s.a[at.stage]);
    uint64_t db = tcgen05_desc_128b(s.b[at.stage]);
#pragma unroll
    for (int kk = 0; kk < BK / 16; ++kk)
      tcgen05_mma<2>(tmem, da + 2 * kk, db + 2 * kk,
                     f16_instruction(2 * BM, BN), k > 0 || kk > 0);
    tcgen05_commit_pair(&s.empty[at.stage], BOTH);
  }
  tcgen05_commit_pair(&s.done, BOTH);
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(192, 1)
    tcgen05_pair(const __grid_constant__ TensorMap a,
                 const __grid_constant__ TensorMap b, float *c, int ldc,
                 int k_tiles) {
  extern __shared__ __align__(1024) uint8_t raw[];
  Storage &s = *reinterpret_cast<Storage *>(raw);
  uint32_t warp = threadIdx.x / 32;
  uint32_t rank = cluster_ctarank();

  if (threadIdx.x == 0) {
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], 1);
    }
    mbar_init(&s.done, 1);
    fence_mbarrier_init();
  }
  if (warp == 1) {
    tmem_alloc<2>(&s.tmem, BN);
    tmem_relinquish<2>();
  }
  sync_warp();
  tcgen05_fence_before();
  cluster_barrier();
  tcgen05_fence_after();
  uint32_t tmem = s.tmem;

  if (warp == 0) {
    if (elect_one())
      load_warp(s, &a, &b, rank, k_tiles);
    sync_warp();
  } else if (warp == 1) {
    if (rank == 0 && elect_one())
      mma_warp(s, tmem, k_tiles);
    sync_warp();
  } else {
    uint32_t quarter = warp % 4;
    uint32_t row = blockIdx.x * BM + quarter * 32 + lane_id();
    float *out = c + (uint64_t)row * ldc + blockIdx.y * BN;
    mbar_wait_cluster(&s.done, 0);
    tcgen05_fence_after();
    for (int n = 0; n < BN; n += 32) {
      uint32_t d[32];
      tmem_load_x32(d, tmem + (quarter * 32 << 16) + n);
      tmem_wait_load(d);
#pragma unroll
      for (int i = 0; i < 32; i += 4)
        *(uint4 *)(out + n + i) = {d[i], d[i + 1], d[i + 2], d[i + 3]};
    }
    tcgen05_fence_before();
  }

  // Both CTAs are done with the tensor memory of the pair.
  cluster_barrier();
  if (warp == 1) {
    tcgen05_fence_after();
    tmem_dealloc<2>(tmem, BN);
  }
}
