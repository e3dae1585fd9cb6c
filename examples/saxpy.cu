// saxpy.cu: the smallest useful case. One kernel, a block bound and an
// occupancy floor: maxntid 256, minctasm 2.
#include "cuda_min.h"

extern "C" __global__ void __launch_bounds__(256, 2)
    saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
