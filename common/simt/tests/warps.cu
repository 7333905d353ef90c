// Collective operations of a warp, used correctly and not.
#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

// Each row of 32 floats of c holds the result of one shuffle; the value is the lane's number.
__global__ void shuffle(float* c) {
  const int lane = threadIdx.x;
  const float x = lane;
  c[lane] = __shfl_sync(0xffffffffu, x, 3);
  c[32 + lane] = __shfl_sync(0xffffffffu, x, 3, 8);
  c[64 + lane] = __shfl_up_sync(0xffffffffu, x, 2);
  c[96 + lane] = __shfl_up_sync(0xffffffffu, x, 2, 8);
  c[128 + lane] = __shfl_down_sync(0xffffffffu, x, 2);
  c[160 + lane] = __shfl_down_sync(0xffffffffu, x, 2, 8);
  c[192 + lane] = __shfl_xor_sync(0xffffffffu, x, 5);
  c[224 + lane] = __shfl_xor_sync(0xffffffffu, x, 12, 8);
  c[256 + lane] = __shfl_sync(0xffffffffu, 1.0 + lane, 31);  // 8 bytes
}
CASE(shuffles) {
  shuffle<<<1, 32>>>(c);
}

// The halves of a warp take different paths, and shuffle among themselves.
__global__ void shuffle_halves(float* c) {
  const int lane = threadIdx.x;
  if (lane < 16) {
    c[lane] = __shfl_down_sync(0x0000ffffu, lane, 1, 16);
  } else {
    c[lane] = __shfl_xor_sync(0xffff0000u, lane, 1);
  }
  __syncwarp();
}
CASE(shuffles_of_halves) {
  shuffle_halves<<<1, 32>>>(c);
}

// Lanes 8 to 31 do not take part: their values are undefined.
__global__ void shuffle_from_nobody(float* c) {
  if (threadIdx.x < 8) {
    c[threadIdx.x] = __shfl_down_sync(0x000000ffu, 1.0f, 4);
  }
}
CASE(shuffles_from_nobody) {
  shuffle_from_nobody<<<1, 32>>>(c);
}

__global__ void vote(float* c) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  c[lane] = __any_sync(all, lane == 7) + 2 * __any_sync(all, lane == 40) +
            4 * __all_sync(all, lane < 32) + 8 * __all_sync(all, lane < 31);
  c[32 + lane] = __ballot_sync(all, lane % 8 == 1) >> 24;
  c[64 + lane] = __popc(__match_any_sync(all, lane % 5));
  int same = 0;
  c[96 + lane] = __match_all_sync(all, 3, &same) == all ? same : -1;
  c[128 + lane] = __match_all_sync(all, lane / 31, &same) == 0 ? same : -1;
}
CASE(votes) {
  vote<<<1, 32>>>(c);
}

__global__ void reduce(float* c) {
  const int lane = threadIdx.x, x = lane - 10;
  const unsigned mask = lane < 8 ? 0x000000ffu : 0xffffff00u;
  c[lane] = __reduce_add_sync(mask, x);
  c[32 + lane] = __reduce_min_sync(mask, x);
  c[64 + lane] = __reduce_max_sync(mask, x);
  c[96 + lane] = __reduce_max_sync(mask, 0x80000000u + lane) - 0x80000000u;
  c[128 + lane] = __reduce_and_sync(mask, 48u + lane % 4);
  c[160 + lane] = __reduce_or_sync(mask, 1u << lane % 4);
  c[192 + lane] = __reduce_xor_sync(mask, 1u << lane % 4 * 2);
}
CASE(reductions) {
  reduce<<<1, 32>>>(c);
}

// The active mask where lanes join again, and within a branch.
__global__ void ask_who_is_here(float* c) {
  const int lane = threadIdx.x;
  if (lane % 4 == 0) {
    c[lane] = __popc(__activemask());
  } else {
    c[lane] = -__popc(__activemask());
  }
  __syncwarp();
  float sum = 1.0f;
  const unsigned mask = __activemask();
  for (int delta = 16; delta > 0; delta /= 2) {
    sum += __shfl_down_sync(mask, sum, delta);
  }
  c[32 + lane] = __shfl_sync(mask, sum, 0);
}
CASE(active_masks) {
  ask_who_is_here<<<1, 32>>>(c);
}

// The lanes of a warp pass a value through shared memory, in order.
__global__ void turn_within_warp(const float* a, float* c) {
  __shared__ float row[64];
  row[threadIdx.x] = a[threadIdx.x];
  __syncwarp();
  c[threadIdx.x] = row[threadIdx.x ^ 31];
}
CASE(warp_barrier) {
  turn_within_warp<<<1, 64>>>(a, c);
}

__global__ void count_at_barrier(float* c) {
  const int t = threadIdx.x;
  c[t] = __syncthreads_count(t % 3 == 0) + 100 * __syncthreads_and(t < 96) +
         200 * __syncthreads_and(t < 95) + 400 * __syncthreads_or(t == 95) +
         800 * __syncthreads_or(t == 96);
}
CASE(barriers_that_vote) {
  count_at_barrier<<<1, 96>>>(c);
}

// Lane 5 is in every mask, but never arrives.
__global__ void forget_lane_5(float* c) {
  if (threadIdx.x != 5) {
    c[threadIdx.x] = __shfl_xor_sync(0xffffffffu, 1.0f, 1);  // shuffle
  }
  __syncthreads();
}
CASE(lane_missing_at_shuffle) {
  forget_lane_5<<<1, 32>>>(c);
}
__global__ void forget_lane_5_in_vote(float* c) {
  if (threadIdx.x != 5) {
    c[threadIdx.x] = __any_sync(0xffffffffu, 1);  // vote
  }
  __syncthreads();
}
CASE(lane_missing_at_vote) {
  forget_lane_5_in_vote<<<1, 32>>>(c);
}
__global__ void forget_lane_5_in_reduction(float* c) {
  if (threadIdx.x != 5) {
    c[threadIdx.x] = __reduce_add_sync(0xffffffffu, 1);  // reduction
  }
  __syncthreads();
}
CASE(lane_missing_at_reduction) {
  forget_lane_5_in_reduction<<<1, 32>>>(c);
}
__global__ void forget_lane_5_at_barrier() {
  if (threadIdx.x != 5) {
    __syncwarp();  // warp barrier
  }
  __syncthreads();
}
CASE(lane_missing_at_warp_barrier) {
  forget_lane_5_at_barrier<<<1, 32>>>();
}
