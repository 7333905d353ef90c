// Fragments of tensor cores: products, whose bits are compared with a GPU's, and wrong uses.
#include <mma.h>

#include "tensor/asm_products.cuh"
#include "tensor/counts.cuh"
#include "tensor/products.cuh"

using namespace nvcuda;

#define EXPORT extern "C" __attribute__((visibility("default")))

// The checksums of all products, in c.
static void checksums_of(int size, int k, float* c) {
  int i = 0;
  products::each(size, size, k, [&](const char*, const std::vector<unsigned char>& bytes) {
    const std::uint64_t hash = products::checksum(bytes);
    cudaMemcpy(c + 2 * i++, &hash, sizeof hash, cudaMemcpyHostToDevice);
  });
}
static void checksums_by_asm(int size, int k, float* c) {
  int i = 0;
  products::each_by_asm(size, size, k, [&](const char*, const std::vector<unsigned char>& bytes) {
    const std::uint64_t hash = products::checksum(bytes);
    cudaMemcpy(c + 2 * i++, &hash, sizeof hash, cudaMemcpyHostToDevice);
  });
}
EXPORT void products_by_asm(const float*, const float*, float* c, int) {
  checksums_by_asm(64, 512, c);
}
EXPORT void long_products_by_asm(const float*, const float*, float* c, int) {
  checksums_by_asm(256, 4096, c);
}
EXPORT void products_of_64(const float*, const float*, float* c, int) {
  checksums_of(64, 512, c);
}
EXPORT void products_of_256(const float*, const float*, float* c, int) {
  checksums_of(256, 4096, c);
}

// Launches the kernel with the number n - 1 of counts.cuh.
EXPORT void counted(const float*, const float*, float*, int n) {
  counts::launches = 0;
  counts::wanted = n - 1;
  counts::each([](const char*, const char*, const char*, int) {});
}

using OfA = wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using OfB = wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, 16, 16, 8, float>;

// One warp computes c, 16 x 16; `prepare` does what differs.
template <class Prepare>
__device__ void multiply(const float* a, const float* b, float* c, int n, Prepare prepare) {
  OfA of_a;
  OfB of_b;
  Sums sums;
  prepare(sums);
  for (int k0 = 0; k0 < n; k0 += 8) {
    wmma::load_matrix_sync(of_a, a + k0, n);
    wmma::load_matrix_sync(of_b, b + k0 * n, n);
    wmma::mma_sync(sums, of_a, of_b, sums);
  }
  wmma::store_matrix_sync(c, sums, n, wmma::mem_row_major);
}

__global__ void right_kernel(const float* a, const float* b, float* c, int n) {
  multiply(a, b, c, n, [](Sums& sums) { wmma::fill_fragment(sums, 0.0f); });
}
__global__ void unfilled_kernel(const float* a, const float* b, float* c, int n) {
  multiply(a, b, c, n, [](Sums&) {});
}
__global__ void halved_kernel(const float* a, const float* b, float* c, int n) {
  if (threadIdx.x < 16) {
    multiply(a, b, c, n, [](Sums& sums) { wmma::fill_fragment(sums, 0.0f); });
  }
}
__global__ void two_pointers_kernel(const float* a, const float*, float* c, int n) {
  Sums sums;
  wmma::load_matrix_sync(sums, threadIdx.x == 5 ? a + 16 : a, n, wmma::mem_row_major);
  wmma::store_matrix_sync(c, sums, n, wmma::mem_row_major);
}
__global__ void two_calls_kernel(const float* a, const float* b, float* c, int n) {
  Sums sums;
  if (threadIdx.x < 7) {
    wmma::load_matrix_sync(sums, a, n, wmma::mem_row_major);
  } else {
    wmma::load_matrix_sync(sums, b, n, wmma::mem_row_major);
  }
  wmma::store_matrix_sync(c, sums, n, wmma::mem_row_major);
}
__global__ void uneven_pointer_kernel(const float* a, const float*, float* c, int n) {
  Sums sums;
  wmma::load_matrix_sync(sums, a + 2, n, wmma::mem_row_major);
  wmma::store_matrix_sync(c, sums, n, wmma::mem_row_major);
}
__global__ void uneven_pitch_kernel(const float* a, const float*, float* c, int n) {
  Sums sums;
  wmma::load_matrix_sync(sums, a, n - 1, wmma::mem_row_major);
  wmma::store_matrix_sync(c, sums, n, wmma::mem_row_major);
}
__global__ void outside_kernel(const float* a, const float*, float* c, int n) {
  Sums sums;
  wmma::load_matrix_sync(sums, a, n, wmma::mem_row_major);
  wmma::store_matrix_sync(c + (n - 8) * n, sums, n, wmma::mem_row_major);
}
__global__ void two_warps_kernel(const float* a, const float*, float* c, int n) {
  Sums sums;
  wmma::load_matrix_sync(sums, a + threadIdx.x / 32 * 16, n, wmma::mem_row_major);
  wmma::store_matrix_sync(c, sums, n, wmma::mem_row_major);
}

#define LAUNCH(name, threads)                                         \
  EXPORT void name(const float* a, const float* b, float* c, int n) { \
    name##_kernel<<<1, threads>>>(a, b, c, n);                        \
  }
LAUNCH(right, 32)
LAUNCH(unfilled, 32)
LAUNCH(halved, 32)
LAUNCH(two_pointers, 32)
LAUNCH(two_calls, 32)
LAUNCH(uneven_pointer, 32)
LAUNCH(uneven_pitch, 32)
LAUNCH(outside, 32)
LAUNCH(two_warps, 64)

EXPORT void small_block(const float* a, const float* b, float* c, int n) {
  right_kernel<<<1, 20>>>(a, b, c, n);
}

// A pair of halves is one access.
__global__ void pairs_kernel(const half2* pairs, float* c) {
  __shared__ half2 tile[32];
  __shared__ half single[2][32];
  tile[threadIdx.x] = pairs[threadIdx.x];
  single[0][threadIdx.x] = tile[threadIdx.x].x;
  __syncthreads();
  const half2 sum = __hadd2(tile[31 - threadIdx.x], tile[threadIdx.x]);
  c[threadIdx.x] = __low2float(sum) + __half2float(single[0][31 - threadIdx.x]);
}
// Each thread adds 1 to one half, and (1, 2) to a pair.
__global__ void atomic_halves_kernel(half* sum, half2* pair, nv_bfloat16* other, float* c) {
  atomicAdd(sum, __float2half(1));
  atomicAdd(pair, __floats2half2_rn(1, 2));
  atomicAdd(other, __float2bfloat16(1));
  __syncthreads();
  if (threadIdx.x == 0) {
    c[0] = *sum;
    c[1] = __low2float(*pair);
    c[2] = __high2float(*pair);
    c[3] = *other;
  }
}
EXPORT void atomic_halves(const float*, const float*, float* c, int) {
  half* sums = nullptr;
  cudaMalloc(&sums, 16);
  cudaMemset(sums, 0, 16);
  atomic_halves_kernel<<<1, 64>>>(sums + 1, reinterpret_cast<half2*>(sums + 2),
                                  reinterpret_cast<nv_bfloat16*>(sums + 5), c);
  cudaDeviceSynchronize();
  cudaFree(sums);
}
EXPORT void pairs(const float* a, const float*, float* c, int) {
  pairs_kernel<<<1, 32>>>(reinterpret_cast<const half2*>(a), c);
}
