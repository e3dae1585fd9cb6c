// What a block computes together: sums, scans, tiles in shared memory, counts.
#include "../../cuda_min.h"

namespace {

constexpr unsigned all_lanes = 0xffffffffu;

__device__ float add_over_warp(float value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __nvvm_shfl_sync_bfly_f32(all_lanes, value, distance, 31);
  return value;
}

template <typename T> __device__ T smaller(T a, T b) { return a < b ? a : b; }

} // namespace

// One sum for each block, then one atomic addition.
__global__ void __launch_bounds__(256, 4) sum(const float *values, float *total, int count) {
  __shared__ float of_warp[8];
  float value = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256)
    value += values[i];
  value = add_over_warp(value);
  if (threadIdx.x % 32 == 0)
    of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = add_over_warp(threadIdx.x < 8 ? of_warp[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0)
      __nvvm_atom_add_gen_f(total, value);
  }
}

// An inclusive scan of each block.
template <typename T, int Size> __global__ void __launch_bounds__(Size) scan(const T *in, T *out, T *last) {
  __shared__ T buffer[2][Size];
  const unsigned thread = threadIdx.x, here = blockIdx.x * Size + thread;
  int side = 0;
  buffer[0][thread] = in[here];
  for (unsigned distance = 1; distance < Size; distance *= 2) {
    __syncthreads();
    T value = buffer[side][thread];
    if (thread >= distance)
      value += buffer[side][thread - distance];
    side = 1 - side;
    buffer[side][thread] = value;
  }
  __syncthreads();
  out[here] = buffer[side][thread];
  if (thread == Size - 1)
    last[blockIdx.x] = buffer[side][thread];
}
template __global__ void scan<int, 512>(const int *, int *, int *);
template __global__ void scan<double, 256>(const double *, double *, double *);

// A tile of the product for each block: 64 by 64, 4 by 4 for each thread.
__global__ void __launch_bounds__(256, 2) product(const float *a, const float *b, float *c, int rows, int columns, int inner) {
  __shared__ float left[16][64], right[16][64];
  const unsigned thread = threadIdx.x, tx = thread % 16, ty = thread / 16;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float result[4][4] = {};
  for (int begin = 0; begin < inner; begin += 16) {
    for (int part = 0; part < 4; ++part) {
      const int r = (thread + part * 256) / 16, k = (thread + part * 256) % 16;
      left[k][r] = row + r < rows && begin + k < inner ? a[(row + r) * inner + begin + k] : 0.0f;
      const int n = (thread + part * 256) % 64, m = (thread + part * 256) / 64;
      right[m][n] = column + n < columns && begin + m < inner ? b[(begin + m) * columns + column + n] : 0.0f;
    }
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < 16; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          result[i][j] += left[k][ty * 4 + i] * right[k][tx * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (row + int(ty) * 4 + i < rows && column + int(tx) * 4 + j < columns)
        c[(row + ty * 4 + i) * columns + column + tx * 4 + j] = result[i][j];
}

// Counts bytes: in shared memory first.
__global__ void __launch_bounds__(1024, 1) count_bytes(const unsigned char *bytes, long size, unsigned *counts) {
  __shared__ unsigned of_block[256];
  if (threadIdx.x < 256)
    of_block[threadIdx.x] = 0;
  __syncthreads();
  for (long i = blockIdx.x * 1024l + threadIdx.x; i < size; i += gridDim.x * 1024l)
    __atomic_fetch_add(&of_block[bytes[i]], 1u, __ATOMIC_RELAXED);
  __syncthreads();
  if (threadIdx.x < 256 && of_block[threadIdx.x])
    __atomic_fetch_add(&counts[threadIdx.x], of_block[threadIdx.x], __ATOMIC_RELAXED);
}

// Transposes tiles of 32 by 32; the extra column avoids bank conflicts.
template <typename T> __global__ void __launch_bounds__(256) transpose(const T *in, T *out, int rows, int columns) {
  __shared__ T tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int step = 0; step < 32; step += 8)
    if (x < columns && y + step < rows)
      tile[threadIdx.y + step][threadIdx.x] = in[(y + step) * columns + x];
  __syncthreads();
  const int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
  for (int step = 0; step < 32; step += 8)
    if (u < rows && v + step < columns)
      out[(v + step) * rows + u] = tile[threadIdx.x][threadIdx.y + step];
}
template __global__ void transpose<float>(const float *, float *, int, int);
template __global__ void transpose<short>(const short *, short *, int, int);

// The distances of all nodes over one more node.
__global__ void distances(int *distance, int nodes, int over) {
  const int from = blockIdx.y * blockDim.y + threadIdx.y, to = blockIdx.x * blockDim.x + threadIdx.x;
  if (from < nodes && to < nodes)
    distance[from * nodes + to] = smaller(distance[from * nodes + to], distance[from * nodes + over] + distance[over * nodes + to]);
}
