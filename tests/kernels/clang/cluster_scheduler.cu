// chip: sm_100a ptx: 8.8 cluster: 2
// The leader of a cluster of two asks for the next cluster, the response goes to both CTAs, and the readers of both release it to the leader.
#include "device.h"

constexpr int RESPONSES = 2, TILE = 2048, CTAS = 2, COMPUTE_WARPS = 4;

struct Storage {
  uint4 response[RESPONSES];
  uint64_t answered[RESPONSES];
  uint64_t released[RESPONSES]; // the leader's are used
};

// Reads a response, and tells the leader so; by whole warps.
static DEV NextWork take(Storage &s, Ring<RESPONSES> &at) {
  mbar_wait_cluster(&s.answered[at.stage], at.phase);
  NextWork next = query_cancel(&s.response[at.stage]);
  fence_proxy_release();
  sync_warp();
  if (lane_id() == 0)
    mbar_arrive_cluster(&s.released[at.stage], 0);
  sync_warp();
  at.next();
  return next;
}

extern "C" __global__ void __cluster_dims__(CTAS, 1, 1)
    __launch_bounds__(160, 1)
        cluster_scheduler(const float *x, const float *y, float *z) {
  __shared__ Storage s;
  uint32_t rank = cluster_ctarank();
  uint32_t warp = threadIdx.x / 32;

  if (threadIdx.x == 0) {
    for (int i = 0; i < RESPONSES; ++i) {
      mbar_init(&s.answered[i], 1);
      mbar_init(&s.released[i], CTAS * (COMPUTE_WARPS + 1));
    }
    fence_mbarrier_init();
  }
  cluster_barrier();

  Ring<RESPONSES> at;
  if (warp == COMPUTE_WARPS) {
    for (;;) {
      if (lane_id() == 0) {
        if (rank == 0) {
          mbar_wait_cluster(&s.released[at.stage], at.phase ^ 1);
          fence_proxy_acquire();
        }
        mbar_expect(&s.answered[at.stage], sizeof(uint4));
        if (rank == 0)
          try_cancel_multicast(&s.response[at.stage], &s.answered[at.stage]);
      }
      sync_warp();
      if (!take(s, at).canceled)
        break;
    }
  } else {
    uint32_t tile = blockIdx.x;
    for (;;) {
      uint64_t base = (uint64_t)tile * TILE;
      for (int i = threadIdx.x; i < TILE; i += COMPUTE_WARPS * 32)
        z[base + i] = x[base + i] * y[base + i];
      NextWork next = take(s, at);
      if (!next.canceled)
        break;
      tile = next.x + rank;
    }
  }

  // The leader's mbarriers are there until all have arrived.
  cluster_barrier();
}
