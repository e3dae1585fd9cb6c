// chip: sm_80 ptx: 7.8
// A 64x64 tile of a GEMM by mma.sync, its operands copied by cp.async three stages deep and read by ldmatrix.
#include "device.h"

constexpr int BM = 64, BN = 64, BK = 32, STAGES = 3, THREADS = 128;

struct Stage {
  half a[BM][BK + 8];
  half b[BK][BN + 8];
};

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    cp_async_pipeline(const half *a, const half *b, float *c, int lda, int ldb,
                      int ldc, int k_tiles) {
  __shared__ __align__(16) Stage s[STAGES];
  uint32_t warp = threadIdx.x / 32;
  uint32_t lane = lane_id();
  uint32_t row = warp / 2 * 32, column = warp % 2 * 32;
  const half *a_tile = a + (uint64_t)blockIdx.y * BM * lda;
  const half *b_tile = b + (uint64_t)blockIdx.x * BN;

  auto load = [&](int k, int stage) {
#pragma unroll
    for (int i = threadIdx.x; i < BM * BK / 8; i += THREADS) {
      int r = i / 4, q = i % 4 * 8;
      cp_async_16(&s[stage].a[r][q], a_tile + (uint64_t)r * lda + k * BK + q);
    }
#pragma unroll
    for (int i = threadIdx.x; i < BK * BN / 8; i += THREADS) {
      int r = i / 8, q = i % 8 * 8;
      cp_async_16(&s[stage].b[r][q],
                  b_tile + (uint64_t)(k * BK + r) * ldb + q);
    }
  };

  for (int i = 0; i < STAGES - 1; ++i) {
    if (i < k_tiles)
      load(i, i);
    cp_async_commit();
  }

  float acc[2][4][4] = {};
  int stage = 0, next = STAGES - 1;
  for (int k = 0; k < k_tiles; ++k) {
    cp_async_wait<STAGES - 2>();
    __syncthreads();

    if (k + STAGES - 1 < k_tiles)
      load(k + STAGES - 1, next);
    cp_async_commit();

#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
      uint32_t fa[2][4], fb[2][4];
#pragma unroll
      for (int m = 0; m < 2; ++m)
        ldmatrix_x4(fa[m], &s[stage].a[row + m * 16 + lane % 16]
                                      [kk + lane / 16 * 8]);
#pragma unroll
      for (int n = 0; n < 2; ++n)
        ldmatrix_x4_trans(fb[n], &s[stage].b[kk + lane % 16]
                                            [column + n * 16 + lane / 16 * 8]);
#pragma unroll
      for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < 4; ++n)
          mma_m16n8k16(acc[m][n], fa[m], fb[n / 2][n % 2 * 2],
                       fb[n / 2][n % 2 * 2 + 1]);
    }
    if (++stage == STAGES)
      stage = 0;
    if (++next == STAGES)
      next = 0;
  }
  cp_async_wait<0>();

#pragma unroll
  for (int m = 0; m < 2; ++m)
#pragma unroll
    for (int n = 0; n < 4; ++n) {
      uint64_t r = blockIdx.y * BM + row + m * 16 + lane / 4;
      float *out = c + r * ldc + blockIdx.x * BN + column + n * 8 + lane % 4 * 2;
      *(float2 *)out = {acc[m][n][0], acc[m][n][1]};
      *(float2 *)(out + 8 * (uint64_t)ldc) = {acc[m][n][2], acc[m][n][3]};
    }
}
