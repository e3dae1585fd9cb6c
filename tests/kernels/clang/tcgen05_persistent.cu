// chip: sm_100a ptx: 8.8
// Persistent CTAs walk over the tiles with two accumulators in tensor memory, so that the MMA warp fills one while the epilogue warps empty the other.
#include "device.h"

constexpr int BM = 128, BN = 128, BK = 64, STAGES = 4, ACCUMULATORS = 2;
constexpr uint32_t STAGE_BYTES = (BM + BN) * BK * sizeof(half);
constexpr uint32_t COLUMNS = ACCUMULATORS * BN;

struct Storage {
  half a[STAGES][BM * BK];
  half b[STAGES][BN * BK];
  uint64_t full[STAGES];
  uint64_t empty[STAGES];
  uint64_t acc_full[ACCUMULATORS];
  uint64_t acc_empty[ACCUMULATORS];
  uint32_t tmem;
};

struct Tiles {
  int across; // tiles in a row of tiles
  int count;
  int k_tiles;
};

enum Role { LOAD = 0, MMA = 1, MEMORY = 2, EPILOGUE = 4 };

static __noinline__ __device__ void store_accumulator(uint32_t tmem,
                                                      float *out) {
  for (int n = 0; n < BN; n += 16) {
    uint32_t d[16];
    tmem_load_x16(d, tmem + n);
    tmem_wait_load(d);
#pragma unroll
    for (int i = 0; i < 16; i += 4)
      *(uint4 *)(out + n + i) = {d[i], d[i + 1], d[i + 2], d[i + 3]};
  }
}

extern "C" __global__ void __launch_bounds__(256, 1)
    tcgen05_persistent(const __grid_constant__ TensorMap a,
                       const __grid_constant__ TensorMap b, float *c, int ldc,
                       Tiles tiles) {
  extern __shared__ uint8_t raw[];
  Storage &s =
      *reinterpret_cast<Storage *>(raw + ((1024 - smem(raw) % 1024) % 1024));
  uint32_t warp = warp_id();

  if (warp == LOAD && elect_one()) {
    for (int i = 0; i < STAGES; ++i) {
      mbar_init(&s.full[i], 1);
      mbar_init(&s.empty[i], 1);
    }
    for (int i = 0; i < ACCUMULATORS; ++i) {
      mbar_init(&s.acc_full[i], 1);
      mbar_init(&s.acc_empty[i], 4);
    }
    fence_mbarrier_init();
  } else if (warp == MEMORY) {
    tmem_alloc<1>(&s.tmem, COLUMNS);
    tmem_relinquish<1>();
  }
  tcgen05_fence_before();
  __syncthreads();
  tcgen05_fence_after();
  uint32_t tmem = s.tmem;

  if (warp == LOAD && elect_one()) {
    Ring<STAGES> at;
    for (int t = blockIdx.x; t < tiles.count; t += gridDim.x) {
      int row = t / tiles.across * BM, column = t % tiles.across * BN;
      for (int k = 0; k < tiles.k_tiles; ++k) {
        mbar_wait_asm(&s.empty[at.stage], at.phase ^ 1);
        mbar_expect(&s.full[at.stage], STAGE_BYTES);
        tma_load_2d(s.a[at.stage], &a, k * BK, row, &s.full[at.stage]);
        tma_load_2d(s.b[at.stage], &b, k * BK, column, &s.full[at.stage]);
        at.next();
      }
    }
  } else if (warp == MMA && elect_one()) {
    Ring<STAGES> at;
    Ring<ACCUMULATORS> acc;
    for (int t = blockIdx.x; t < tiles.count; t += gridDim.x) {
      mbar_wait_asm(&s.acc_empty[acc.stage], acc.phase ^ 1);
      tcgen05_fence_after();
      for (int k = 0; k < tiles.k_tiles; ++k) {
        mbar_wait_asm(&s.full[at.stage], at.phase);
        tcgen05_fence_after();
        uint64_t da = tcgen05_desc_128b(s.a[at.stage]);
        uint64_t db = tcgen05_desc_128b(s.b[at.stage]);
#pragma unroll
        for (int kk = 0; kk < BK / 16; ++kk)
          tcgen05_mma<1>(tmem + acc.stage * BN, da + 2 * kk, db + 2 * kk,
                         f16_instruction(BM, BN), k > 0 || kk > 0);
        tcgen05_commit(&s.empty[at.stage]);
        at.next();
      }
      tcgen05_commit(&s.acc_full[acc.stage]);
      acc.next();
    }
  } else if (warp >= EPILOGUE) {
    uint32_t quarter = warp - EPILOGUE;
    Ring<ACCUMULATORS> acc;
    for (int t = blockIdx.x; t < tiles.count; t += gridDim.x) {
      uint64_t row = t / tiles.across * BM + quarter * 32 + lane_id();
      mbar_wait_asm(&s.acc_full[acc.stage], acc.phase);
      tcgen05_fence_after();
      store_accumulator(tmem + (quarter * 32 << 16) + acc.stage * BN,
                        c + row * ldc + t % tiles.across * BN);
      tcgen05_fence_before();
      sync_warp();
      if (lane_id() == 0)
        mbar_arrive(&s.acc_empty[acc.stage]);
      acc.next();
    }
  }
  sync_warp();

  tcgen05_fence_before();
  __syncthreads();
  if (warp == MEMORY) {
    tcgen05_fence_after();
    tmem_dealloc<1>(tmem, COLUMNS);
  }
}
