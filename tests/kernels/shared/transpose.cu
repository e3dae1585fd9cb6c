// chip: sm_80 ptx: 7.8
// Tiles of 32 x 32 numbers are transposed in shared memory, with a column more against bank conflicts; one buffer for all tiles.
#include "../clang/device.h"

constexpr int TILE = 32, ROWS = 8;

extern "C" __global__ void __launch_bounds__(TILE *ROWS, 1)
    transpose(const uint32_t *x, uint32_t *y, int tiles) {
  __shared__ uint32_t tile[TILE][TILE + 1];
  uint32_t column = threadIdx.x % TILE, row = threadIdx.x / TILE;
  for (int t = 0; t < tiles; ++t) {
#pragma unroll
    for (int i = 0; i < TILE; i += ROWS)
      tile[row + i][column] = x[(t * TILE + row + i) * TILE + column];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; i += ROWS)
      y[(t * TILE + row + i) * TILE + column] = tile[column][row + i];
    __syncthreads();
  }
}
