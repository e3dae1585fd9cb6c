// chip: sm_100a ptx: 8.6
// One CTA multiplies a 128x128 tile with tcgen05: a TMA warp, an MMA warp that owns the tensor memory, and four epilogue warps.
#include "device.h"

constexpr int BM = 128, BN = 128, BK = 64, STAGES = 4;
constexpr uint32_t STAGE_BYTES = (BM + BN) * BK * sizeof(half);

struct Storage {
  alignas(1024) half a[STAGES][BM * BK];
  alignas(1024) half b[STAGES][BN * BK];
  uint64_t full[STAGES];
  uint64_t empty[STAGES];
  uint64_t done;
  uint32_t tmem;
};

extern "C" __global__ void __launch_bounds__(192, 1)
    tcgen05_gemm(const __grid_constant__ TensorMap a,
                 const __grid_constant__ TensorMap b, float *c, int ldc,
                 int k_tiles) {
  extern __shared__ __align__(1024) uint8_t raw[];
  Storage &s = *reinterpret_cast<Storage *>(raw);
  uint32_t warp = warp_id();

  if (warp == 0 && elect_one()) {
    tma_prefetch(&a);
    tma_prefetch(&b);
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], 1);
    }
    mbar_init(&s.done, 1);
    fence_mbarrier_init();
  }
  if (warp == 1) {
    tmem_alloc<1>(&s.tmem, BN);
    tmem_relinquish<1>();
  }
  tcgen05_fence_before();
  __syncthreads();
  tcgen05_fence_after();
  uint32_t tmem = s.tmem;

  if (warp == 0) {
    if (elect_one()) {
      Ring<STAGES> at;
      for (int k = 0; k < k_tiles; ++k, at.next()) {
        mbar_wait(&s.empty[at.stage], at.phase ^ 1);
        mbar_expect(&s.full[at.stage], STAGE_BYTES);
        tma_load_2d(s.a[at.stage], &a, k * BK, blockIdx.x * BM,
                    &s.full[at.stage]);
        tma_load_2d(s.b[at.stage], &b, k * BK, blockIdx.y * BN,
                    &s.full[at.stage]);
      }
    }
    sync_warp();
  } else if (warp == 1) {
    if (elect_one()) {
      Ring<STAGES> at;
      for (int k = 0; k < k_tiles; ++k, at.next()) {
        mbar_wait(&s.full[at.stage], at.phase);
        tcgen05_fence_after();
        uint64_t da = tcgen05_desc_128b(s.a[at.stage]);
        uint64_t db = tcgen05_desc_128b(s.b[at.stage]);
#pragma unroll
        for (int kk = 0; kk < BK / 16; ++kk)
          tcgen05_mma<1>(tmem, da + 2 * kk, db + 2 * kk,
                         f16_instruction(BM, BN), k > 0 || kk > 0);
        tcgen05_commit(&s.empty[at.stage]);
      }
      tcgen05_commit(&s.done);
    }
    sync_warp();
  } else {
    // A warp reaches the quarter of the lanes that its number tells.
    uint32_t quarter = warp % 4;
    uint32_t row = blockIdx.x * BM + quarter * 32 + lane_id();
    float *out = c + (uint64_t)row * ldc + blockIdx.y * BN;
    mbar_wait(&s.done, 0);
    tcgen05_fence_after();
#pragma unroll
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

  __syncthreads();
  if (warp == 1) {
    tcgen05_fence_after();
    tmem_dealloc<1>(tmem, BN);
  }
}
