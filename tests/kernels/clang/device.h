// Thin wrappers of PTX instructions for the kernels of this folder: one
// function an instruction, or one well-known loop around it.
#pragma once

#include "../../../examples/cuda_min.h"

typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef _Float16 half;

#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(N) __attribute__((aligned(N)))
#define __cluster_dims__(X, Y, Z) __attribute__((cluster_dims(X, Y, Z)))
#define DEV __device__ __forceinline__

// What cuTensorMapEncodeTiled fills; opaque here.
struct alignas(64) TensorMap {
  uint64_t opaque[16];
};

struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(16) uint4 {
  uint32_t x, y, z, w;
};

// Where a ring of N stages stands, and the parity of its round.
template <int N> struct Ring {
  uint32_t stage = 0;
  uint32_t phase = 0;
  DEV void next() {
    if (++stage == N) {
      stage = 0;
      phase ^= 1;
    }
  }
};

// The address of shared memory in its own window.
DEV uint32_t smem(const void *p) {
  return (uint32_t)(uint64_t)(const __attribute__((address_space(3))) char *)p;
}

DEV uint32_t lane_id() { return threadIdx.x % 32; }

//===--- warps ----------------------------------------------------------===//

DEV void sync_warp() { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }

DEV uint32_t shfl_down(uint32_t value, uint32_t delta) {
  uint32_t out;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;"
               : "=r"(out)
               : "r"(value), "r"(delta));
  return out;
}

DEV uint32_t shfl_xor(uint32_t value, uint32_t mask) {
  uint32_t out;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
               : "=r"(out)
               : "r"(value), "r"(mask));
  return out;
}

DEV uint32_t shfl_lane(uint32_t value, uint32_t lane) {
  uint32_t out;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;"
               : "=r"(out)
               : "r"(value), "r"(lane));
  return out;
}

DEV float shfl_down(float value, uint32_t delta) {
  return __builtin_bit_cast(
      float, shfl_down(__builtin_bit_cast(uint32_t, value), delta));
}

DEV float shfl_xor(float value, uint32_t mask) {
  return __builtin_bit_cast(
      float, shfl_xor(__builtin_bit_cast(uint32_t, value), mask));
}

DEV uint32_t ballot(bool value) {
  uint32_t out;
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.ne.b32 p, %1, 0;\n\t"
               "vote.sync.ballot.b32 %0, p, 0xffffffff;\n\t}"
               : "=r"(out)
               : "r"((uint32_t)value));
  return out;
}

DEV int32_t redux_max(int32_t value) {
  int32_t out;
  asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;"
               : "=r"(out)
               : "r"(value));
  return out;
}

DEV uint32_t redux_add(uint32_t value) {
  uint32_t out;
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;"
               : "=r"(out)
               : "r"(value));
  return out;
}

// The warp number, the same value in every lane.
DEV uint32_t warp_id() { return shfl_lane(threadIdx.x / 32, 0); }

//===--- barriers of the CTA --------------------------------------------===//

DEV void bar_sync(uint32_t id, uint32_t threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

DEV void bar_arrive(uint32_t id, uint32_t threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

//===--- Ampere: cp.async, ldmatrix, mma.sync ---------------------------===//

DEV void cp_async_16(void *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(smem(to)),
               "l"(from)
               : "memory");
}

DEV void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

template <int N> DEV void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

DEV void ldmatrix_x4(uint32_t (&d)[4], const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(smem(row))
               : "memory");
}

DEV void ldmatrix_x4_trans(uint32_t (&d)[4], const void *row) {
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
      : "r"(smem(row))
      : "memory");
}

DEV void mma_m16n8k16(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                      uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

//===--- elect, registers -----------------------------------------------===//

DEV bool elect_one() {
  uint32_t elected;
  asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 r;\n\t"
               "elect.sync r|p, 0xffffffff;\n\t"
               "selp.b32 %0, 1, 0, p;\n\t}"
               : "=r"(elected)
               :
               : "memory");
  return elected != 0;
}

template <int N> DEV void setmaxnreg_inc() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N) : "memory");
}

template <int N> DEV void setmaxnreg_dec() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N) : "memory");
}

//===--- clusters -------------------------------------------------------===//

DEV uint32_t cluster_ctarank() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

DEV void cluster_arrive() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}

DEV void cluster_wait() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

DEV void cluster_barrier() {
  cluster_arrive();
  cluster_wait();
}

// Where `address` of this CTA lies in the CTA `rank` of the cluster.
DEV uint32_t mapa(uint32_t address, uint32_t rank) {
  uint32_t out;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(out)
               : "r"(address), "r"(rank));
  return out;
}

DEV float load_cluster(uint32_t address) {
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];"
               : "=f"(value)
               : "r"(address)
               : "memory");
  return value;
}

DEV void store_cluster(uint32_t address, float value) {
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(address), "f"(value)
               : "memory");
}

//===--- fences ---------------------------------------------------------===//

DEV void fence_mbarrier_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

DEV void fence_proxy_async() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

//===--- mbarriers ------------------------------------------------------===//

DEV void mbar_init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(bar)),
               "r"(count)
               : "memory");
}

DEV void mbar_expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   smem(bar)),
               "r"(bytes)
               : "memory");
}

DEV void mbar_arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem(bar))
               : "memory");
}

// Arrives at an mbarrier of another CTA of the cluster (or of this one).
DEV void mbar_arrive_cluster(uint64_t *bar, uint32_t rank) {
  asm volatile(
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
          mapa(smem(bar), rank))
      : "memory");
}

DEV bool mbar_try_wait(uint64_t *bar, uint32_t parity) {
  uint32_t done;
  asm volatile("{\n\t.reg .pred p;\n\t"
               "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
               "selp.b32 %0, 1, 0, p;\n\t}"
               : "=r"(done)
               : "r"(smem(bar)), "r"(parity)
               : "memory");
  return done != 0;
}

// The loop in C++.
DEV void mbar_wait(uint64_t *bar, uint32_t parity) {
  while (!mbar_try_wait(bar, parity)) {
  }
}

// The loop in the assembly, as CUTLASS writes it.
DEV void mbar_wait_asm(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n\t.reg .pred done;\n\t"
               "again:\n\t"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
               "@done bra ready;\n\t"
               "bra again;\n\t"
               "ready:\n\t}" ::"r"(smem(bar)),
               "r"(parity)
               : "memory");
}

// For what other CTAs of the cluster release, and for try_cancel.
DEV void mbar_wait_cluster(uint64_t *bar, uint32_t parity) {
  asm volatile(
      "{\n\t.reg .pred done;\n\t"
      "again:\n\t"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, [%0], "
      "%1;\n\t"
      "@!done bra again;\n\t}" ::"r"(smem(bar)),
      "r"(parity)
      : "memory");
}

//===--- TMA ------------------------------------------------------------===//

DEV void tma_prefetch(const TensorMap *map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

DEV void tma_load_2d(void *to, const TensorMap *map, int32_t x, int32_t y,
                     uint64_t *bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
                   smem(to)),
               "l"(map), "r"(x), "r"(y), "r"(smem(bar))
               : "memory");
}

DEV void tma_load_2d_multicast(void *to, const TensorMap *map, int32_t x,
                               int32_t y, uint64_t *bar, uint16_t ctas) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile"
      ".mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], "
      "[%4], %5;" ::"r"(smem(to)),
      "l"(map), "r"(x), "r"(y), "r"(smem(bar)), "h"(ctas)
      : "memory");
}

DEV void tma_store_2d(const TensorMap *map, int32_t x, int32_t y,
                      const void *from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
               "[%0, {%1, %2}], [%3];" ::"l"(map),
               "r"(x), "r"(y), "r"(smem(from))
               : "memory");
}

DEV void bulk_load(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global"
               ".mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   smem(to)),
               "l"(from), "r"(bytes), "r"(smem(bar))
               : "memory");
}

DEV void bulk_store(void *to, const void *from, uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                   to),
               "r"(smem(from)), "r"(bytes)
               : "memory");
}

DEV void bulk_commit() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

template <int N> DEV void bulk_wait() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory");
}

template <int N> DEV void bulk_wait_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

//===--- wgmma ----------------------------------------------------------===//

// K-major tile of rows of 128 bytes, swizzled as TMA's 128B mode writes it.
DEV uint64_t wgmma_desc_128b(const void *tile) {
  return (uint64_t)((smem(tile) & 0x3FFFF) >> 4) | 1ul << 16 | 64ul << 32 |
         1ul << 62;
}

// K-major tile without swizzle: cores of 8 rows of 16 bytes, `lead` bytes
// from one to the next along K and `stride` bytes along M or N.
DEV uint64_t wgmma_desc_plain(const void *tile, uint32_t lead,
                              uint32_t stride) {
  return (uint64_t)((smem(tile) & 0x3FFFF) >> 4) | (uint64_t)(lead >> 4) << 16 |
         (uint64_t)(stride >> 4) << 32;
}

DEV void wgmma_fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

DEV void wgmma_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

template <int N> DEV void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

// Keeps the compiler from moving reads of the accumulator over a wait.
template <int N> DEV void keep(float (&d)[N]) {
#pragma unroll
  for (int i = 0; i < N; ++i)
    asm volatile("" : "+f"(d[i])::"memory");
}

DEV void wgmma_m64n64k16(float (&d)[32], uint64_t a, uint64_t b, uint32_t scale_d = 1) {
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.ne.b32 p, %34, 0;\n\t"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, "
               "%8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, "
               "%24, %25, %26, %27, %28, %29, %30, %31"
               "}, %32, %33, p, 1, 1, 0, 0;\n\t}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                 "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                 "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]),
                 "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                 "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
                 "+f"(d[30]), "+f"(d[31])
               : "l"(a), "l"(b), "r"(scale_d)
               : "memory");
}

DEV void wgmma_m64n128k16(float (&d)[64], uint64_t a, uint64_t b, uint32_t scale_d = 1) {
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.ne.b32 p, %66, 0;\n\t"
               "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, "
               "%8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, "
               "%24, %25, %26, %27, %28, %29, %30, %31, "
               "%32, %33, %34, %35, %36, %37, %38, %39, "
               "%40, %41, %42, %43, %44, %45, %46, %47, "
               "%48, %49, %50, %51, %52, %53, %54, %55, "
               "%56, %57, %58, %59, %60, %61, %62, %63"
               "}, %64, %65, p, 1, 1, 0, 0;\n\t}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                 "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
                 "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]),
                 "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
                 "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
                 "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]),
                 "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
                 "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]),
                 "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]),
                 "+f"(d[54]), "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]),
                 "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
               : "l"(a), "l"(b), "r"(scale_d)
               : "memory");
}

#endif // sm_90

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000

//===--- tcgen05 --------------------------------------------------------===//

template <int CTAS> DEV void tmem_alloc(uint32_t *to, uint32_t columns) {
  asm volatile("tcgen05.alloc.cta_group::%2.sync.aligned.shared::cta.b32 [%0], "
               "%1;" ::"r"(smem(to)),
               "r"(columns), "n"(CTAS)
               : "memory");
}

template <int CTAS> DEV void tmem_relinquish() {
  asm volatile(
      "tcgen05.relinquish_alloc_permit.cta_group::%0.sync.aligned;" ::"n"(CTAS)
      : "memory");
}

template <int CTAS> DEV void tmem_dealloc(uint32_t address, uint32_t columns) {
  asm volatile("tcgen05.dealloc.cta_group::%2.sync.aligned.b32 %0, %1;" ::"r"(
                   address),
               "r"(columns), "n"(CTAS)
               : "memory");
}

DEV void tcgen05_fence_before() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}

DEV void tcgen05_fence_after() {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

// K-major tile of rows of 128 bytes, swizzled as TMA's 128B mode writes it.
DEV uint64_t tcgen05_desc_128b(const void *tile) {
  return (uint64_t)((smem(tile) & 0x3FFFF) >> 4) | 1ul << 16 | 64ul << 32 |
         1ul << 46 | 2ul << 61;
}

// Half times half into float, both K-major.
constexpr uint32_t f16_instruction(uint32_t m, uint32_t n) {
  return 1u << 4 | (n >> 3) << 17 | (m >> 4) << 24;
}

template <int CTAS>
DEV void tcgen05_mma(uint32_t d, uint64_t a, uint64_t b, uint32_t instruction,
                     bool accumulate) {
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.ne.b32 p, %4, 0;\n\t"
               "tcgen05.mma.cta_group::%5.kind::f16 [%0], %1, %2, %3, p;\n\t}" ::
                   "r"(d),
               "l"(a), "l"(b), "r"(instruction), "r"((uint32_t)accumulate),
               "n"(CTAS)
               : "memory");
}

DEV void tcgen05_commit(uint64_t *bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one"
               ".shared::cluster.b64 [%0];" ::"r"(smem(bar))
               : "memory");
}

// Arrives at the same mbarrier of every CTA of the mask.
DEV void tcgen05_commit_pair(uint64_t *bar, uint16_t ctas) {
  asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one"
               ".shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(
                   smem(bar)),
               "h"(ctas)
               : "memory");
}

// A load into this CTA whose mbarrier may be the peer's.
DEV void tma_load_2d_pair(void *to, const TensorMap *map, int32_t x, int32_t y,
                          uint32_t bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
               ".mbarrier::complete_tx::bytes.cta_group::2 [%0], "
               "[%1, {%2, %3}], [%4];" ::"r"(smem(to)),
               "l"(map), "r"(x), "r"(y), "r"(bar)
               : "memory");
}

DEV void tmem_load_x32(uint32_t (&d)[32], uint32_t address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x32.b32 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, "
               "%8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, "
               "%24, %25, %26, %27, %28, %29, %30, %31"
               "}, [%32];"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]),
                 "=r"(d[6]), "=r"(d[7]), "=r"(d[8]), "=r"(d[9]), "=r"(d[10]), "=r"(d[11]),
                 "=r"(d[12]), "=r"(d[13]), "=r"(d[14]), "=r"(d[15]), "=r"(d[16]), "=r"(d[17]),
                 "=r"(d[18]), "=r"(d[19]), "=r"(d[20]), "=r"(d[21]), "=r"(d[22]), "=r"(d[23]),
                 "=r"(d[24]), "=r"(d[25]), "=r"(d[26]), "=r"(d[27]), "=r"(d[28]), "=r"(d[29]),
                 "=r"(d[30]), "=r"(d[31])
               : "r"(address)
               : "memory");
}

// The wait names the registers, so that nothing of them is read above it.
DEV void tmem_wait_load(uint32_t (&d)[32]) {
  asm volatile("tcgen05.wait::ld.sync.aligned;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]),
                 "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]),
                 "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15]), "+r"(d[16]), "+r"(d[17]),
                 "+r"(d[18]), "+r"(d[19]), "+r"(d[20]), "+r"(d[21]), "+r"(d[22]), "+r"(d[23]),
                 "+r"(d[24]), "+r"(d[25]), "+r"(d[26]), "+r"(d[27]), "+r"(d[28]), "+r"(d[29]),
                 "+r"(d[30]), "+r"(d[31])
               :
               : "memory");
}

DEV void tmem_load_x16(uint32_t (&d)[16], uint32_t address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x16.b32 {"
               "%0, %1, %2, %3, %4, %5, %6, %7, "
               "%8, %9, %10, %11, %12, %13, %14, %15"
               "}, [%16];"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]),
                 "=r"(d[6]), "=r"(d[7]), "=r"(d[8]), "=r"(d[9]), "=r"(d[10]), "=r"(d[11]),
                 "=r"(d[12]), "=r"(d[13]), "=r"(d[14]), "=r"(d[15])
               : "r"(address)
               : "memory");
}

// The wait names the registers, so that nothing of them is read above it.
DEV void tmem_wait_load(uint32_t (&d)[16]) {
  asm volatile("tcgen05.wait::ld.sync.aligned;"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]),
                 "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]),
                 "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15])
               :
               : "memory");
}

//===--- clusterlaunchcontrol -------------------------------------------===//

DEV void try_cancel(uint4 *response, uint64_t *bar) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta"
               ".mbarrier::complete_tx::bytes.b128 [%0], [%1];" ::"r"(
                   smem(response)),
               "r"(smem(bar))
               : "memory");
}

DEV void try_cancel_multicast(uint4 *response, uint64_t *bar) {
  asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta"
               ".mbarrier::complete_tx::bytes.multicast::cluster::all.b128 "
               "[%0], [%1];" ::"r"(smem(response)),
               "r"(smem(bar))
               : "memory");
}

struct NextWork {
  uint32_t canceled; // whether there is more
  uint32_t x;        // ctaid.x of the first CTA of the canceled cluster
};

DEV NextWork query_cancel(const uint4 *response) {
  NextWork next;
  asm volatile(
      "{\n\t.reg .pred p;\n\t.reg .b128 handle;\n\t"
      "ld.shared.b128 handle, [%2];\n\t"
      "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, handle;\n\t"
      "selp.b32 %0, 1, 0, p;\n\t"
      "mov.b32 %1, 0;\n\t"
      "@p clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
      "{%1, _, _, _}, handle;\n\t}"
      : "=&r"(next.canceled), "=&r"(next.x)
      : "r"(smem(response))
      : "memory");
  return next;
}

// The two halves of a proxy fence, around a synchronisation of the cluster.
DEV void fence_proxy_release() {
  asm volatile("fence.proxy.async::generic.release"
               ".sync_restrict::shared::cta.cluster;" ::: "memory");
}

DEV void fence_proxy_acquire() {
  asm volatile("fence.proxy.async::generic.acquire"
               ".sync_restrict::shared::cluster.cluster;" ::: "memory");
}

#endif // sm_100
