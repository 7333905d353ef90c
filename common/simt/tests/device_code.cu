// CUDA's functions for kernels, all used correctly.
#include <cuda_pipeline.h>

#include <cstdio>

#define EXPORT extern "C" __attribute__((visibility("default")))
#define CASE(name) EXPORT void name(float* a, float* b, float* c, int n)

__global__ void copy_wide(const float* a, float* c) {
  const int i = threadIdx.x;
  reinterpret_cast<float4*>(c)[i] = reinterpret_cast<const float4*>(a)[i];
}
CASE(float4_copy) {
  copy_wide<<<1, 32>>>(a, c);
}

__global__ void compute(float* c) {
  float sine, cosine;
  sincospif(0.5f, &sine, &cosine);
  c[0] = sine;
  c[1] = cospi(1.0e9 + 1);
  c[2] = rnorm4df(1, 1, 1, 1) + rhypotf(3, 4);
  c[3] = normcdff(0);
  c[4] = isnan(nanf("")) && isnan(nan(""));
  c[5] = static_cast<int>(__float2uint_ru(1.25f)) + 10 * __double2int_rd(-1.25) +
         100 * __float2ll_rn(2.5f);
  c[6] = __hiloint2double(__double2hiint(-7.5), __double2loint(-7.5));
}
CASE(mathematics) {
  compute<<<1, 1>>>(c);
}

// The maximum local memory of a CUDA thread, all of it used.
__global__ void sort_locally(const float* a, float* c) {
  volatile float local[128 << 10];
  for (int i = 0; i < 128 << 10; ++i) {
    local[i] = a[i % 32] + threadIdx.x;
  }
  c[threadIdx.x] = local[(128 << 10) - 1 - threadIdx.x];
}
CASE(large_local_array) {
  sort_locally<<<1, 32>>>(a, c);
}

__constant__ float factors[4];
__device__ float bias = 3.0f;

__device__ float scaled(float x, int i) {
  return x * factors[i % 4] + bias;
}
__global__ void scale(const float* a, float* c) {
  c[threadIdx.x] = scaled(a[threadIdx.x], threadIdx.x);
}
CASE(symbols) {
  const float host_factors[] = {1.0f, 2.0f, 3.0f, 4.0f};
  cudaMemcpyToSymbol(factors, host_factors, sizeof host_factors);
  scale<<<1, 32>>>(a, c);
  const float other_bias = 5.0f;
  cudaMemcpyToSymbol(bias, &other_bias, sizeof other_bias);
  scale<<<1, 32>>>(a + 32, c + 32);
  float read_back = 0.0f;
  cudaMemcpyFromSymbol(&read_back, bias, sizeof read_back);
  if (read_back != 5.0f) {
    cudaMemset(c, 0xff, 4);
  }
}

__global__ void scale_by_constant(const float* a, float* c) {
  c[threadIdx.x] = a[threadIdx.x] * factors[2];
}
CASE(scaled_by_a_constant) {
  scale_by_constant<<<1, 32>>>(a, c);
}

__global__ void greet(int n) {
  if (threadIdx.x == n) {
    printf("thread %d of %d\n", threadIdx.x, blockDim.x);
  }
}
CASE(print) {
  greet<<<1, 32>>>(7);
}

// Sums with shuffles, votes, and barriers that count.
__global__ void reduce(const float* a, float* c) {
  __shared__ float of_warp[2];
  float sum = a[threadIdx.x];
  for (int delta = 16; delta > 0; delta /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, delta);
  }
  if (threadIdx.x % 32 == 0) {
    of_warp[threadIdx.x / 32] = sum;
  }
  const unsigned odd = __ballot_sync(0xffffffffu, threadIdx.x % 2);
  const int below_ten = __syncthreads_count(threadIdx.x < 10);
  if (threadIdx.x == 0) {
    c[0] = of_warp[0] + of_warp[1];
    c[1] = static_cast<float>(odd & 0xff);
    c[2] = static_cast<float>(below_ten);
    c[3] = static_cast<float>(__any_sync(1, 1));
  }
}
CASE(warp_functions) {
  reduce<<<1, 64>>>(a, c);
}

__global__ void index_3d(float* c) {
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  c[block * blockDim.x * blockDim.y * blockDim.z + thread] =
      static_cast<float>(thread + 100 * block);
}
CASE(three_dimensions) {
  index_3d<<<dim3(2, 3, 2), dim3(3, 2, 4)>>>(c);
}

__global__ void stride_over(const float* a, float* c, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    c[i] = a[i] + 1.0f;
  }
}
CASE(grid_stride) {
  stride_over<<<3, 50>>>(a, c, n * n);
}
CASE(many_launches) {
  for (int i = 0; i < 1000; ++i) {
    stride_over<<<4, 64>>>(a, c, 256);
  }
}
CASE(one_thread) {
  stride_over<<<1, 1>>>(a, c, n * n);
}

// The last block to finish adds what the others stored: right only with the fence.
__device__ unsigned finished;
__global__ void sum_blocks(const float* a, float* parts, float* c) {
  parts[blockIdx.x] = a[blockIdx.x];
  __threadfence();
  if (atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1) {
    float sum = 0.0f;
    for (unsigned i = 0; i < gridDim.x; ++i) {
      sum += parts[i];
    }
    c[0] = sum;
  }
}
CASE(fenced_hand_over) {
  sum_blocks<<<8, 1>>>(a, b, c);
}

// All threads use one variable of the device.
__device__ float common_sum;
__global__ void share_a_variable(const float* a, float* c) {
  common_sum = a[threadIdx.x];
  c[threadIdx.x] = common_sum;
}
CASE(variable_race) {
  share_a_variable<<<1, 64>>>(a, c);
}

// The last float of four bytes reaches past the end.
__device__ alignas(16) char odd_bytes[33];
__global__ void read_past_variable(float* c) {
  c[threadIdx.x] = *reinterpret_cast<float*>(&odd_bytes[4 * threadIdx.x]);
}
CASE(variable_overrun) {
  read_past_variable<<<1, 9>>>(c);
}

__device__ float history[32];
__global__ void remember(const float* a, float* c) {
  c[threadIdx.x] = history[threadIdx.x];
  history[threadIdx.x] = a[threadIdx.x];
}
CASE(variables_between_launches) {
  remember<<<1, 32>>>(a, c);
  remember<<<1, 32>>>(a, c);
}

// Each thread copies one element asynchronously, and its neighbour reads it: without the wait
// while the copy is still running.
template <bool kWaits>
__global__ void pass_on(const float* a, float* c, int n) {
  __shared__ float tile[32];
  const int i = threadIdx.x;
  tile[i] = -1.0f;
  __pipeline_memcpy_async(&tile[i], i < n ? &a[i] : a, sizeof(float), i < n ? 0 : sizeof(float));
  __pipeline_commit();
  if (kWaits) {
    __pipeline_wait_prior(0);
  }
  __syncthreads();
  c[i] = tile[(i + 1) % 32];
}
CASE(async_copy) {
  pass_on<true><<<1, 32>>>(a, c, 30);
}
CASE(async_copy_without_wait) {
  pass_on<false><<<1, 32>>>(a, c, 30);
}

// A tile is read while the next one is being copied into the same place.
__global__ void overtake(const float* a, float* c) {
  __shared__ float tile[32];
  const int i = threadIdx.x;
  tile[i] = 0.0f;
  __pipeline_memcpy_async(&tile[i], &a[i], sizeof(float));
  __syncthreads();
  c[i] = tile[(i + 1) % 32];
  __syncthreads();
  __pipeline_wait_prior(0);
}
CASE(async_copy_over_barriers) {
  overtake<<<1, 32>>>(a, c);
}

// The thread's own store may come before or after the copy's.
__global__ void store_below(const float* a, float* c) {
  __shared__ float cell;
  __pipeline_memcpy_async(&cell, &a[5], sizeof(float));
  __pipeline_commit();
  cell = 0.5f;
  __pipeline_wait_prior(0);
  c[0] = cell;
}
CASE(store_below_async_copy) {
  store_below<<<1, 1>>>(a, c);
}

// Of two running groups, the older one has arrived.
__global__ void wait_for_older(const float* a, float* c) {
  __shared__ float4 tile[2];
  tile[0] = tile[1] = make_float4(-1, -1, -1, -1);
  for (int i = 0; i < 2; ++i) {
    __pipeline_memcpy_async(&tile[i], &a[4 * i], sizeof(float4));
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  c[0] = tile[0].w;
  c[1] = tile[1].w;
}
CASE(async_copy_groups) {
  wait_for_older<<<1, 1>>>(a, c);
}

// Variables that stay in registers from one access to the next: more accesses than a log holds.
__global__ void many_sums(const float* a, float* c, int n) {
  long double wide = threadIdx.x;
  double d0 = 0, d1 = 1, d2 = 2, d3 = 3;
  float f0 = 0, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5, f6 = 6, f7 = 7, f8 = 8, f9 = 9;
  long i0 = 0, i1 = 1, i2 = 2, i3 = 3, i4 = 4, i5 = 5, i6 = 6, i7 = 7;
  for (int i = 0; i < n; ++i) {
    const float x = a[i];
    const int y = static_cast<int>(a[n - 1 - i]);
    wide += x, d0 += x, d1 -= x, d2 += 2 * x, d3 -= 2 * x;
    f0 += x, f1 -= x, f2 += 3 * x, f3 -= 3 * x, f4 += 4 * x, f5 -= 4 * x, f6 += x, f7 -= x;
    f8 += 5 * x, f9 -= 5 * x;
    i0 += y, i1 -= y, i2 ^= y, i3 += 3 * y, i4 -= 4 * y, i5 += 5 * y, i6 ^= 3 * y, i7 += i;
  }
  c[threadIdx.x] = static_cast<float>(wide + d0 * 3 + d1 * 5 + d2 * 7 + d3 * 11) + f0 + f1 * 3 +
                   f2 * 5 + f3 * 7 + f4 * 11 + f5 * 13 + f6 * 17 + f7 * 19 + f8 * 23 + f9 * 29 +
                   static_cast<float>(i0 + i1 * 3 + i2 * 5 + i3 * 7 + i4 * 11 + i5 * 13 + i6 + i7);
}
CASE(registers_between_accesses) {
  many_sums<<<1, 64>>>(a, c, n * n);
}
