// Structs, functions that are not inlined, constant memory, branches.
#include "../../cuda_min.h"

struct Body {
  double x, y, z, mass;
};

struct Box {
  float low[3], high[3];
};

struct Ray {
  float origin[3], inverse[3];
  int sign[3];
};

struct Grid {
  int nx, ny, nz;
  float dx, dt;
};

__constant__ float weights[27];

// Forces between all pairs, with a tile of bodies in shared memory.
__global__ void __launch_bounds__(128, 4) forces(const Body *bodies, double *force, int count) {
  __shared__ Body tile[128];
  const int here = blockIdx.x * 128 + threadIdx.x;
  const Body mine = here < count ? bodies[here] : Body{0, 0, 0, 0};
  double fx = 0, fy = 0, fz = 0;
  for (int begin = 0; begin < count; begin += 128) {
    if (begin + int(threadIdx.x) < count)
      tile[threadIdx.x] = bodies[begin + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128 && begin + i < count; ++i) {
      const double dx = tile[i].x - mine.x, dy = tile[i].y - mine.y, dz = tile[i].z - mine.z;
      const double square = dx * dx + dy * dy + dz * dz + 1e-9;
      const double inverse = 1.0 / __nvvm_sqrt_rn_d(square);
      const double scale = mine.mass * tile[i].mass * inverse * inverse * inverse;
      fx += scale * dx, fy += scale * dy, fz += scale * dz;
    }
    __syncthreads();
  }
  if (here < count) {
    force[3 * here] = fx;
    force[3 * here + 1] = fy;
    force[3 * here + 2] = fz;
  }
}

__device__ __attribute__((noinline)) bool hits(const Ray &ray, const Box &box, float &nearest) {
  float low = 0, high = nearest;
  for (int axis = 0; axis < 3; ++axis) {
    const float first = ray.sign[axis] ? box.high[axis] : box.low[axis];
    const float second = ray.sign[axis] ? box.low[axis] : box.high[axis];
    const float enter = (first - ray.origin[axis]) * ray.inverse[axis];
    const float leave = (second - ray.origin[axis]) * ray.inverse[axis];
    low = enter > low ? enter : low;
    high = leave < high ? leave : high;
  }
  if (low > high)
    return false;
  nearest = low;
  return true;
}

// The nearest box that each ray hits.
__global__ void __launch_bounds__(64) nearest_box(const Ray *rays, const Box *boxes, int *found, int ray_count, int box_count) {
  const int here = blockIdx.x * blockDim.x + threadIdx.x;
  if (here >= ray_count)
    return;
  float nearest = 1e30f;
  int best = -1;
  for (int i = 0; i < box_count; ++i)
    if (hits(rays[here], boxes[i], nearest))
      best = i;
  found[here] = best;
}

// A step of a field in three dimensions; the weights are constant memory.
__global__ void __launch_bounds__(512, 1, 4) step(__grid_constant__ const Grid grid, const float *now, float *next) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= grid.nx - 1 || y >= grid.ny - 1)
    return;
  for (int z = 1; z < grid.nz - 1; ++z) {
    float sum = 0;
    for (int k = -1; k <= 1; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          sum += weights[(k + 1) * 9 + (j + 1) * 3 + i + 1] * now[((z + k) * grid.ny + y + j) * grid.nx + x + i];
    next[(z * grid.ny + y) * grid.nx + x] = now[(z * grid.ny + y) * grid.nx + x] + grid.dt / (grid.dx * grid.dx) * sum;
  }
}

// What a small machine computes: a switch in a loop.
__global__ void interpret(const int *code, int length, int *registers, int count) {
  int *mine = registers + 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (mine - registers >= 8l * count)
    return;
  for (int at = 0; at < length; ++at) {
    const int word = code[at], to = word >> 8 & 7, from = word >> 16 & 7;
    switch (word & 255) {
    case 0: mine[to] = word >> 19; break;
    case 1: mine[to] += mine[from]; break;
    case 2: mine[to] -= mine[from]; break;
    case 3: mine[to] *= mine[from]; break;
    case 4: mine[to] = mine[from] ? mine[to] / mine[from] : 0; break;
    case 5: mine[to] ^= mine[from]; break;
    case 6: mine[to] = mine[from] << (mine[to] & 31); break;
    case 7: at += mine[to] > mine[from] ? word >> 19 : 0; break;
    default: return;
    }
  }
}

// Sorts 1024 numbers of each block.
__global__ void __launch_bounds__(512, 2) sort(unsigned *keys) {
  __shared__ unsigned part[1024];
  unsigned *mine = keys + blockIdx.x * 1024;
  part[threadIdx.x] = mine[threadIdx.x];
  part[threadIdx.x + 512] = mine[threadIdx.x + 512];
  for (unsigned size = 2; size <= 1024; size *= 2)
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const unsigned low = 2 * threadIdx.x - (threadIdx.x & (distance - 1)), high = low + distance;
      const bool up = (low & size) == 0;
      const unsigned a = part[low], b = part[high];
      if ((a > b) == up)
        part[low] = b, part[high] = a;
    }
  __syncthreads();
  mine[threadIdx.x] = part[threadIdx.x];
  mine[threadIdx.x + 512] = part[threadIdx.x + 512];
}
