// Ways to get a value from shared memory, or from another thread: each counts.
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstddef>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

// A warp fills a row, and `Read` gives each lane a value of it.
template <class Read>
__global__ void read_with(float* c, Read read) {
  __shared__ float row[64];
  row[threadIdx.x] = threadIdx.x;
  row[threadIdx.x + 32] = 1.0f;
  __syncthreads();
  c[threadIdx.x] = read(row, threadIdx.x);
}
#define READ(name, value)                                                  \
  struct name {                                                            \
    __device__ float operator()(float* row, int t) const { return value; } \
  };                                                                       \
  CASE(by_##name) {                                                        \
    read_with<<<1, 32>>>(c, name());                                       \
  }
__device__ float swapped(float* at) {
  int* place = reinterpret_cast<int*>(at);
  return __int_as_float(atomicCAS(place, 0, 0));
}
READ(load, row[t])
READ(add, atomicAdd(&row[t], 0.0f))
READ(add_of_column, atomicAdd(&row[t * 2], 0.0f))
READ(swap, swapped(&row[t]))
READ(exchange, atomicExch(&row[t], 2.0f))
READ(exchange_of_integers, atomicExch(reinterpret_cast<int*>(&row[t]), 2))
READ(largest, atomicMax(reinterpret_cast<int*>(&row[t]), 0))
READ(element, atomicAdd(reinterpret_cast<float2*>(&row[t * 2]), make_float2(0, 0)).x)
READ(bits, static_cast<float>(__builtin_bit_cast(int, row[t])))
READ(condition, __builtin_expect(__builtin_isnan(row[t]), 0) ? 1.0f : 2.0f)

READ(shuffle, __shfl_sync(~0u, static_cast<float>(t), 3))
READ(shuffle_of_doubles, __shfl_xor_sync(~0u, static_cast<double>(t), 1))
READ(reduction, __reduce_or_sync(~0u, t == 5 ? 7u : 0u))
READ(sum, __reduce_add_sync(~0u, t))
READ(vote, __ballot_sync(~0u, t & 1))
READ(any, __any_sync(~0u, t == 7))
READ(match, __match_any_sync(~0u, t & 1))
READ(active_lanes, __activemask())
READ(block_vote, __syncthreads_or(t == 9))
READ(block_count, __syncthreads_count(t & 1))
__device__ float4 from_rank(float4 value) {
  return cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block())
      .shfl(value, 3);
}
READ(group, from_rank(make_float4(t, 0, 0, 0)).x)
__device__ float only_waits(int t) {
  __syncwarp();
  return t;
}
READ(waiting, only_waits(t))

// While 32 floats travel, others are read, or only behind the wait.
template <bool kAhead>
__global__ void copy_row(const float* a, float* c) {
  __shared__ float there[32], copied[32];
  const int t = threadIdx.x;
  there[t] = a[t];
  __pipeline_memcpy_async(&copied[t], &a[t], sizeof(float));
  __pipeline_commit();
  const float before = kAhead ? there[t] : 0.0f;
  __pipeline_wait_prior(0);
  c[t] = before + there[t] + copied[t];
}
CASE(by_copy_ahead) {
  copy_row<true><<<1, 32>>>(a, c);
}
CASE(by_copy_at_once) {
  copy_row<false><<<1, 32>>>(a, c);
}

// What standard macros stand for, and hints for the compiler, in device and in host code.
__host__ __device__ float all_macros(float x) {
  assert(x < FLT_MAX);
  if (__builtin_expect(x < 0, 0)) {
    __builtin_unreachable();
  }
  __builtin_assume(x >= 0);
  struct Pair {
    int first, second;
  };
  const float* none = NULL;
  const bool special = x == INFINITY || x == NAN || x == HUGE_VALF || x == HUGE_VAL;
  return special || none != nullptr ? 0.0f : offsetof(Pair, second) + INT_MAX % 2 + (DBL_MAX > 1);
}
__global__ void store_macros(float* c) {
  c[0] = all_macros(c == nullptr ? -1.0f : 1.0f);
}
CASE(macros) {
  store_macros<<<1, 1>>>(c);
  errno = 0;
  const float value = all_macros(2.0f) + errno;
  cudaMemcpy(c + 1, &value, sizeof value, cudaMemcpyHostToDevice);
}
