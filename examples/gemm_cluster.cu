// gemm_cluster.cu: three launch bounds. The third one caps the cluster size
// (maxclusterrank); clang accepts it for sm_90 and later. Both kernels have
// cluster instructions: the blocks of a cluster wait for each other before
// they exit.
#include "cuda_min.h"

constexpr int kTile = 16;
constexpr int kThreads = 128;

// C[m x n] = A[m x k] * B[k x n], row-major, all sizes multiples of kTile.
extern "C" __global__ void __launch_bounds__(kThreads, 1, 2)
    gemm_cluster(const float *a, const float *b, float *c, int n, int k) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];

  int row0 = blockIdx.y * kTile;
  int col0 = blockIdx.x * kTile;
  int col = threadIdx.x % kTile;
  int row = threadIdx.x / kTile; // 0..7: each thread owns rows row and row + 8
  float acc0 = 0.0f, acc1 = 0.0f;

  for (int k0 = 0; k0 < k; k0 += kTile) {
    for (int r = row; r < kTile; r += kThreads / kTile) {
      tile_a[r][col] = a[(row0 + r) * k + k0 + col];
      tile_b[r][col] = b[(k0 + r) * n + col0 + col];
    }
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      acc0 += tile_a[row][i] * tile_b[i][col];
      acc1 += tile_a[row + 8][i] * tile_b[i][col];
    }
    __syncthreads();
  }
  c[(row0 + row) * n + col0 + col] = acc0;
  c[(row0 + row + 8) * n + col0 + col] = acc1;
  cluster_sync();
}

// A cap of 8, the largest portable cluster, and a body that reads its rank in
// the cluster.
extern "C" __global__ void __launch_bounds__(64, 1, 8)
    cluster_ranks(unsigned *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = cluster_rank() * 16 + cluster_size();
  cluster_sync();
}
