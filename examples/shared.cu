// shared.cu: static and dynamic shared memory. Both become globals of the
// module in address space 3; neither is a launch fact, but the launch must
// give the dynamic size.
#include "cuda_min.h"

// Sized at launch; starts where the static memory ends.
extern __shared__ float dynamic_memory[];

// Static only: 1 KiB.
extern "C" __global__ void __launch_bounds__(256)
    reverse_static(float *x) {
  __shared__ float tmp[256];
  tmp[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tmp[255 - threadIdx.x];
}

// Dynamic only: blockDim.x floats.
extern "C" __global__ void __launch_bounds__(1024, 1)
    reverse_dynamic(float *x) {
  dynamic_memory[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = dynamic_memory[blockDim.x - 1 - threadIdx.x];
}

// Both, and no launch bounds.
extern "C" __global__ void histogram(const unsigned char *in, unsigned *out,
                                     int n) {
  __shared__ unsigned total;
  unsigned *bins = (unsigned *)dynamic_memory;
  if (threadIdx.x == 0)
    total = 0;
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    __nvvm_atom_add_gen_i((int *)&bins[in[i]], 1);
    __nvvm_atom_add_gen_i((int *)&total, 1);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    out[i] = bins[i];
  if (threadIdx.x == 0)
    out[256] = total;
}
