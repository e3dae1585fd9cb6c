// chip: sm_90a ptx: 8.0
// Two warp groups take turns at the tensor cores: named barriers hand the turn over, and the one that waits does its epilogue.
#include "device.h"

constexpr int BM = 64, BN = 64, BK = 64;

struct Storage {
  alignas(128) half a[2][BM * BK];
  alignas(128) half b[BN * BK];
};

// A barrier for the turn of each group, and one for each group by itself.
enum : uint32_t { TURN = 1, GROUP = 3 };

// Copies a tile of 64x64 into cores of 8 rows of 16 bytes.
static DEV void fill(half *tile, const half *from, uint32_t thread,
                     uint32_t threads) {
  for (uint32_t i = thread; i < 64 * 8; i += threads) {
    uint32_t row = i / 8, chunk = i % 8;
    *(uint4 *)(tile + row / 8 * 512 + chunk * 64 + row % 8 * 8) =
        *(const uint4 *)(from + row * 64 + chunk * 8);
  }
}

template <uint32_t ME>
static DEV void play(Storage &s, const half *a, float *c, int rounds) {
  uint32_t thread = threadIdx.x % 128;
  uint32_t row = thread / 32 * 16 + lane_id() / 4;

  for (int i = 0; i < rounds; ++i) {
    uint64_t tile = ((uint64_t)blockIdx.x * rounds + i) * 2 + ME;
    fill(s.a[ME], a + tile * BM * BK, thread, 128);
    fence_proxy_async();
    bar_sync(GROUP + ME, 128);

    bar_sync(TURN + ME, 256);
    float acc[BN / 2];
    uint64_t da = wgmma_desc_plain(s.a[ME], 128, 1024);
    uint64_t db = wgmma_desc_plain(s.b, 128, 1024);
    wgmma_fence();
#pragma unroll
    for (int kk = 0; kk < BK / 16; ++kk)
      wgmma_m64n64k16(acc, da + 16 * kk, db + 16 * kk, kk > 0);
    wgmma_commit();
    // Nobody waits for the turn that would follow the last one.
    if (ME == 0 || i + 1 < rounds)
      bar_arrive(TURN + (ME ^ 1), 256);
    wgmma_wait<0>();
    keep(acc);

    float *out = c + tile * BM * BN + row * BN + lane_id() % 4 * 2;
#pragma unroll
    for (int n = 0; n < BN / 8; ++n) {
      *(float2 *)(out + n * 8) = {acc[n * 4], acc[n * 4 + 1]};
      *(float2 *)(out + 8 * BN + n * 8) = {acc[n * 4 + 2], acc[n * 4 + 3]};
    }
    // The tile is read: the next one may be written over it.
    bar_sync(GROUP + ME, 128);
  }
}

extern "C" __global__ void __launch_bounds__(256, 1)
    ping_pong(const half *a, const half *b, float *c, int rounds) {
  __shared__ Storage s;

  fill(s.b, b, threadIdx.x, 256);
  fence_proxy_async();
  __syncthreads();

  if (threadIdx.x < 128) {
    play<0>(s, a, c, rounds);
  } else {
    // Group 0 begins.
    bar_arrive(TURN + 0, 256);
    play<1>(s, a, c, rounds);
  }
}
