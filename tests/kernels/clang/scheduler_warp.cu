// chip: sm_100a ptx: 8.6
// A scheduler warp asks for tiles two ahead, a loader warp copies them in bulk, and four warps compute; both release the responses.
#include "device.h"

constexpr int RESPONSES = 2, BUFFERS = 2, TILE = 1024, COMPUTE_WARPS = 4;
constexpr uint32_t BYTES = TILE * sizeof(float);

struct Storage {
  alignas(128) float data[BUFFERS][TILE];
  uint4 response[RESPONSES];
  uint64_t answered[RESPONSES];
  uint64_t released[RESPONSES];
  uint64_t data_full[BUFFERS];
  uint64_t data_empty[BUFFERS];
};

static DEV void schedule(Storage &s) {
  Ring<RESPONSES> at;
  for (;;) {
    mbar_wait_cluster(&s.released[at.stage], at.phase ^ 1);
    mbar_expect(&s.answered[at.stage], sizeof(uint4));
    try_cancel(&s.response[at.stage], &s.answered[at.stage]);
    mbar_wait_cluster(&s.answered[at.stage], at.phase);
    NextWork next = query_cancel(&s.response[at.stage]);
    fence_proxy_async();
    if (!next.canceled)
      break;
    at.next();
  }
}

static DEV void load(Storage &s, const float *x) {
  Ring<RESPONSES> at;
  Ring<BUFFERS> buffer;
  uint32_t tile = blockIdx.x;
  for (;;) {
    mbar_wait(&s.data_empty[buffer.stage], buffer.phase ^ 1);
    mbar_expect(&s.data_full[buffer.stage], BYTES);
    bulk_load(s.data[buffer.stage], x + (uint64_t)tile * TILE, BYTES,
              &s.data_full[buffer.stage]);
    buffer.next();

    mbar_wait_cluster(&s.answered[at.stage], at.phase);
    NextWork next = query_cancel(&s.response[at.stage]);
    fence_proxy_async();
    mbar_arrive(&s.released[at.stage]);
    at.next();
    if (!next.canceled)
      break;
    tile = next.x;
  }
}

extern "C" __global__ void __launch_bounds__(192, 1)
    scheduler_warp(const float *x, float *y, float scale) {
  __shared__ Storage s;
  uint32_t warp = warp_id();

  if (threadIdx.x == 0) {
    for (int i = 0; i < RESPONSES; ++i) {
      mbar_init(&s.answered[i], 1);
      mbar_init(&s.released[i], COMPUTE_WARPS + 1);
    }
    for (int i = 0; i < BUFFERS; ++i) {
      mbar_init(&s.data_full[i], 1);
      mbar_init(&s.data_empty[i], COMPUTE_WARPS);
    }
    fence_mbarrier_init();
  }
  __syncthreads();

  if (warp == COMPUTE_WARPS) {
    if (elect_one())
      schedule(s);
    return;
  }
  if (warp == COMPUTE_WARPS + 1) {
    if (elect_one())
      load(s, x);
    return;
  }

  Ring<RESPONSES> at;
  Ring<BUFFERS> buffer;
  uint32_t tile = blockIdx.x;
  for (;;) {
    mbar_wait(&s.data_full[buffer.stage], buffer.phase);
    for (int i = threadIdx.x; i < TILE; i += COMPUTE_WARPS * 32)
      y[(uint64_t)tile * TILE + i] = s.data[buffer.stage][i] * scale;
    fence_proxy_async();
    sync_warp();
    if (lane_id() == 0)
      mbar_arrive(&s.data_empty[buffer.stage]);
    buffer.next();

    mbar_wait_cluster(&s.answered[at.stage], at.phase);
    NextWork next = query_cancel(&s.response[at.stage]);
    fence_proxy_async();
    sync_warp();
    if (lane_id() == 0)
      mbar_arrive(&s.released[at.stage]);
    at.next();
    if (!next.canceled)
      break;
    tile = next.x;
  }
}
