// chip: sm_90a ptx: 8.0
// Each warp scales one row by its largest magnitude; warps without a row leave at once, for no barrier of the CTA follows.
#include "device.h"

extern "C" __global__ void __launch_bounds__(128, 1)
    warp_rows(const float *x, float *y, int rows, int columns) {
  uint32_t warp = warp_id();
  int row = blockIdx.x * 4 + warp;
  if (row >= rows)
    return;
  const float *from = x + (uint64_t)row * columns;
  float *to = y + (uint64_t)row * columns;

  int32_t largest = 0; // bits of floats that are not negative order as integers
  for (int i = lane_id(); i < columns; i += 32) {
    int32_t bits = __builtin_bit_cast(int32_t, from[i]) & 0x7fffffff;
    largest = bits > largest ? bits : largest;
  }
  sync_warp();
  largest = redux_max(largest);
  float scale = largest == 0 ? 1 : 1 / __builtin_bit_cast(float, largest);
  for (int i = lane_id(); i < columns; i += 32)
    to[i] = from[i] * scale;
}
