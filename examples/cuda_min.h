// The few CUDA names the examples use, spelled with clang's own attributes
// and builtins, so that they compile without any CUDA SDK:
//   clang -x cuda --cuda-device-only -nocudainc -nocudalib ...
// Device code only. This is no replacement for the CUDA headers.
#pragma once

#if !defined(__clang__) || !defined(__CUDA__)
#error "cuda_min.h needs clang in CUDA mode (-x cuda)"
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#if __has_attribute(grid_constant)
#define __grid_constant__ __attribute__((grid_constant))
#else
#define __grid_constant__ // clang 19 has no support; see the Makefile
#endif
// (max threads per block[, min blocks per SM[, max blocks per cluster]])
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

namespace cuda_min {

// An object whose fields read the special registers, like CUDA's threadIdx.
#define CUDA_MIN_SREG(NAME, REG)                                               \
  struct NAME##_t {                                                            \
    struct {                                                                   \
      __device__ operator unsigned() const {                                   \
        return __nvvm_read_ptx_sreg_##REG##_x();                               \
      }                                                                        \
    } x;                                                                       \
    struct {                                                                   \
      __device__ operator unsigned() const {                                   \
        return __nvvm_read_ptx_sreg_##REG##_y();                               \
      }                                                                        \
    } y;                                                                       \
    struct {                                                                   \
      __device__ operator unsigned() const {                                   \
        return __nvvm_read_ptx_sreg_##REG##_z();                               \
      }                                                                        \
    } z;                                                                       \
  };

CUDA_MIN_SREG(threadIdx, tid)
CUDA_MIN_SREG(blockIdx, ctaid)
CUDA_MIN_SREG(blockDim, ntid)
CUDA_MIN_SREG(gridDim, nctaid)
#undef CUDA_MIN_SREG

} // namespace cuda_min

#define threadIdx (cuda_min::threadIdx_t{})
#define blockIdx (cuda_min::blockIdx_t{})
#define blockDim (cuda_min::blockDim_t{})
#define gridDim (cuda_min::gridDim_t{})

// __syncthreads() is a builtin of clang, and needs no declaration.

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
// Thread block clusters, sm_90 and later.
__device__ inline unsigned cluster_rank() {
  return __nvvm_read_ptx_sreg_cluster_ctarank();
}
__device__ inline unsigned cluster_size() {
  return __nvvm_read_ptx_sreg_cluster_nctarank();
}
__device__ inline void cluster_sync() {
  __nvvm_barrier_cluster_arrive();
  __nvvm_barrier_cluster_wait();
}
#endif
