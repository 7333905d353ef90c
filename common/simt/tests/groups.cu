// Cooperative groups, used correctly and not.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

namespace cg = cooperative_groups;

// Each row of 96 floats of c holds one property of the threads' groups.
__global__ void know_groups(float* c) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const cg::thread_block_tile<8> part = cg::tiled_partition<8>(warp);
  const cg::thread_group dynamic = cg::tiled_partition(block, 16);
  const int t = block.thread_rank();
  const dim3 index = block.thread_index(), extents = block.dim_threads();
  c[t] = index.x + extents.x * (index.y + extents.y * index.z) + 100 * block.group_index().x;
  c[96 + t] = block.size() + (block.num_threads() == block.size() ? 0.5f : 0);
  c[192 + t] = warp.thread_rank() + 100 * warp.meta_group_rank() + 1000 * warp.meta_group_size();
  c[288 + t] = part.thread_rank() + 100 * part.meta_group_rank() + 1000 * part.meta_group_size() +
               10000 * part.size();
  c[384 + t] = dynamic.thread_rank() + 100 * dynamic.size();
  c[480 + t] = cg::thread_rank(part) + 100 * cg::group_size(block);
}
CASE(know_themselves) {
  know_groups<<<1, dim3(6, 4, 4)>>>(c);
}

__global__ void exchange(float* c) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  const float x = t;
  c[t] = tile.shfl(x, 3);
  c[32 + t] = tile.shfl_up(x, 2);
  c[64 + t] = tile.shfl_down(x, 2);
  c[96 + t] = tile.shfl_xor(x, 5);
  c[128 + t] = tile.ballot(t % 8 == t / 8) + 1000 * tile.any(t == 9) + 2000 * tile.all(t != 9);
  const float4 wide = tile.shfl(make_float4(x, 2 * x, 3 * x, 4 * x), 1);
  c[160 + t] = wide.x + wide.y + wide.z + wide.w;
}
CASE(tiles_exchange) {
  exchange<<<1, 32>>>(c);
}

__global__ void reduce(float* c) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto tile = cg::tiled_partition<4>(warp);
  const int t = block.thread_rank();
  c[t] = cg::reduce(warp, static_cast<float>(t), cg::plus<float>());
  c[32 + t] = cg::reduce(tile, t, cg::less<int>());
  c[64 + t] = cg::reduce(tile, t, cg::greater<int>());
  c[96 + t] = cg::reduce(tile, t, [](int one, int other) { return one | other; });
  c[128 + t] = cg::reduce(tile, 1u << t % 4, cg::bit_or<unsigned>()) +
               100 * cg::reduce(tile, 6u + t % 2, cg::bit_and<unsigned>()) +
               1000 * cg::reduce(tile, 5u, cg::bit_xor<unsigned>());
  if (t % 3 == 1) {
    const cg::coalesced_group third = cg::coalesced_threads();
    third.sync();
    c[160 + t] = cg::reduce(third, t, cg::plus<int>()) + 1000 * third.thread_rank() +
                 20000 * third.size() + (third.ballot(t > 3) == 0x7fe ? 0.5f : 0) +
                 (third.shfl_down(t, 1) == min(t + 3, 31) ? 0.25f : 0);
  }
}
CASE(reductions) {
  reduce<<<1, 32>>>(c);
}

// A reduction of any group, in shared memory.
__device__ float sum_of(cg::thread_group group, float* buffer, float value) {
  const int rank = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    buffer[rank] = value;
    group.sync();
    if (rank < i) {
      value += buffer[rank + i];
    }
    group.sync();
  }
  return value;
}
__global__ void sum_by_groups(const float* a, float* c) {
  __shared__ float buffer[64];
  const float of_block = sum_of(cg::this_thread_block(), buffer, a[threadIdx.x]);
  cg::thread_block::sync();
  const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
  const float of_tile = sum_of(tile, buffer + threadIdx.x / 16 * 16, a[threadIdx.x]);
  cg::sync(cg::this_thread_block());
  if (threadIdx.x % 16 == 0) {
    c[threadIdx.x] = threadIdx.x == 0 ? of_block : of_tile;
  }
}
CASE(sums_in_shared_memory) {
  sum_by_groups<<<1, 64>>>(a, c);
}

__global__ void pass_to_neighbour(const float* a, float* c) {
  __shared__ float row[64];
  row[threadIdx.x] = a[threadIdx.x];
  cg::tiled_partition<32>(cg::this_thread_block()).sync();
  c[threadIdx.x] = row[63 - threadIdx.x];  // reads
}
CASE(tile_for_block) {
  pass_to_neighbour<<<1, 64>>>(a, c);
}

template <int N>
__device__ void wait(cg::thread_block block) {
  block.sync();
}
// nvcc puts the function into each caller, so there are two barriers.
__global__ void meet_in_a_function(float* c) {
  if (threadIdx.x < 32) {
    wait<1>(cg::this_thread_block());
  } else {
    wait<2>(cg::this_thread_block());
  }
  c[threadIdx.x] = 1.0f;
}
CASE(two_calls) {
  meet_in_a_function<<<1, 64>>>(c);
}

__global__ void wait_apart(float* c) {
  const auto block = cg::this_thread_block();
  if (threadIdx.x < 32) {
    block.sync();  // one
  } else {
    block.sync();  // another
  }
  c[threadIdx.x] = 1.0f;
}
CASE(two_barriers) {
  wait_apart<<<1, 64>>>(c);
}

__global__ void miss_lane_5(float* c) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x != 5) {
    c[threadIdx.x] = cg::reduce(tile, 1.0f, cg::plus<float>());  // reduces
  }
  __syncthreads();
}
CASE(lane_missing) {
  miss_lane_5<<<1, 32>>>(c);
}
