// params.cu: facts about parameters. A struct passed by value, and const
// structs marked __grid_constant__ (legacy key grid_constant, a list of
// 1-based argument numbers), alone, second in line, and more than one.
#include "cuda_min.h"

struct Affine {
  float a, b;
  int n;
};

struct Matrix3 {
  float m[9];
};

// Always reads through a pointer: makes the parameter's address matter.
__device__ __attribute__((noinline)) float apply_row(const Matrix3 *m, int row,
                                                     const float *v) {
  return m->m[row * 3] * v[0] + m->m[row * 3 + 1] * v[1] +
         m->m[row * 3 + 2] * v[2];
}

// By value, not a grid constant. No launch bounds.
extern "C" __global__ void by_value(Affine f, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f.n)
    x[i] = f.a * x[i] + f.b;
}

// Argument 1 is a grid constant.
extern "C" __global__ void __launch_bounds__(128)
    const_first(const __grid_constant__ Matrix3 m, const float *in,
                float *out) {
  for (int row = 0; row < 3; ++row)
    out[threadIdx.x * 3 + row] = apply_row(&m, row, in + threadIdx.x * 3);
}

// Arguments 2 and 4 are grid constants, argument 3 is plain by-value.
extern "C" __global__ void __launch_bounds__(64, 8)
    const_second_and_fourth(float *out, const __grid_constant__ Matrix3 m,
                            Affine f, const __grid_constant__ Matrix3 k) {
  float v[3] = {f.a, f.b, (float)f.n};
  for (int row = 0; row < 3; ++row)
    out[threadIdx.x * 3 + row] = apply_row(&m, row, v) + apply_row(&k, row, v);
}

// A grid constant and no other fact.
extern "C" __global__ void const_only(const __grid_constant__ Affine f,
                                      float *out) {
  out[threadIdx.x] = f.a * threadIdx.x + f.b;
}
