// Kernels whose accesses are counted, on a GPU and on the simulator: fragments that are loaded from
// and stored to shared and global memory.
#pragma once

#include <mma.h>

#include <cstdio>

namespace counts {

using namespace nvcuda;

inline constexpr int kTile = 4096;

template <class Fragment, class T, int kPitch, bool kShared>
__global__ void load(const T* from, float* out) {
  __shared__ __align__(128) T tile[kTile];
  Fragment f;
  if constexpr (kShared) {
    for (int i = threadIdx.x; i < kTile; i += 32) {
      tile[i] = from[i];
    }
    __syncthreads();
    wmma::load_matrix_sync(f, tile, kPitch);
  } else {
    wmma::load_matrix_sync(f, from, kPitch);
  }
  float sum = 0;
  for (int i = 0; i < f.num_elements; ++i) {
    sum += static_cast<float>(f.x[i]);
  }
  out[threadIdx.x] = sum;
}

template <class T, int M, int N, int K, int kPitch, bool kShared, bool kByRows>
__global__ void store(const T* from, T* out) {
  __shared__ __align__(128) T tile[kTile];
  wmma::fragment<wmma::accumulator, M, N, K, T> f;
  constexpr auto layout = kByRows ? wmma::mem_row_major : wmma::mem_col_major;
  wmma::load_matrix_sync(f, from, kPitch, layout);
  if constexpr (kShared) {
    wmma::store_matrix_sync(tile, f, kPitch, layout);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 32) {
      out[i] = tile[i];
    }
  } else {
    wmma::store_matrix_sync(out, f, kPitch, layout);
  }
}

// Rows of 8 halves, kPitch apart.
template <int kMatrices, bool kTransposed, int kPitch>
__global__ void load_by_ldmatrix(const half* from, unsigned* out) {
  __shared__ __align__(128) half tile[kTile];
  for (int i = threadIdx.x; i < kTile; i += 32) {
    tile[i] = from[i];
  }
  __syncthreads();
  unsigned r[4] = {};
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x * kPitch]));
  if constexpr (kMatrices == 1 && !kTransposed) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(place));
  } else if constexpr (kMatrices == 2 && !kTransposed) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(place));
  } else if constexpr (!kTransposed) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(place));
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(place));
  }
  out[threadIdx.x] = r[0] ^ r[1] ^ r[2] ^ r[3];
}

// The only launch to make, counted from 0; negative: all.
inline int wanted = -1, launches = 0;
inline bool is_wanted() {
  return launches++ == wanted || wanted < 0;
}

template <class T>
T* filled(int count) {
  T* p = nullptr;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemset(p, 0, count * sizeof(T));
  return p;
}

template <class Fragment, class T, int kPitch, bool kShared>
void run_load() {
  if (!is_wanted()) {
    return;
  }
  T* from = filled<T>(kTile);
  float* out = filled<float>(32);
  load<Fragment, T, kPitch, kShared><<<1, 32>>>(from, out);
  cudaDeviceSynchronize();
  cudaFree(from);
  cudaFree(out);
}
template <class T, int M, int N, int K, int kPitch, bool kShared, bool kByRows>
void run_store() {
  if (!is_wanted()) {
    return;
  }
  T *from = filled<T>(kTile), *out = filled<T>(kTile);
  store<T, M, N, K, kPitch, kShared, kByRows><<<1, 32>>>(from, out);
  cudaDeviceSynchronize();
  cudaFree(from);
  cudaFree(out);
}

// Calls `done(name)` after each launch.
template <class Element, class T, int M, int N, int K, int kPlain, int kPadded, class Done>
void loads_of(const char* type, Done done) {
  using wmma::col_major;
  using wmma::matrix_a;
  using wmma::matrix_b;
  using wmma::row_major;
  const auto each = [&]<int kPitch, bool kShared>(const char* where) {
    run_load<wmma::fragment<matrix_a, M, N, K, Element, row_major>, T, kPitch, kShared>();
    done(type, "a row", where, kPitch);
    run_load<wmma::fragment<matrix_a, M, N, K, Element, col_major>, T, kPitch, kShared>();
    done(type, "a col", where, kPitch);
    run_load<wmma::fragment<matrix_b, M, N, K, Element, row_major>, T, kPitch, kShared>();
    done(type, "b row", where, kPitch);
    run_load<wmma::fragment<matrix_b, M, N, K, Element, col_major>, T, kPitch, kShared>();
    done(type, "b col", where, kPitch);
  };
  each.template operator()<kPlain, true>("shared");
  each.template operator()<kPadded, true>("shared");
  each.template operator()<64, false>("global");
}
template <class T, int M, int N, int K, int kPlain, int kPadded, class Done>
void stores_of(const char* type, Done done) {
  const auto each = [&]<int kPitch, bool kShared>(const char* where) {
    run_store<T, M, N, K, kPitch, kShared, true>();
    done(type, "c row", where, kPitch);
    run_store<T, M, N, K, kPitch, kShared, false>();
    done(type, "c col", where, kPitch);
  };
  each.template operator()<kPlain, true>("shared");
  each.template operator()<kPadded, true>("shared");
  each.template operator()<64, false>("global");
}

template <int kMatrices, bool kTransposed, int kPitch, class Done>
void run_ldmatrix(Done done) {
  const auto told = [&] {
    done("ldmatrix", kTransposed ? "transposed" : "as it is", "shared", kMatrices * 1000 + kPitch);
  };
  if (!is_wanted()) {
    return told();
  }
  half* from = filled<half>(kTile);
  unsigned* out = filled<unsigned>(32);
  load_by_ldmatrix<kMatrices, kTransposed, kPitch><<<1, 32>>>(from, out);
  cudaDeviceSynchronize();
  cudaFree(from);
  cudaFree(out);
  told();
}

template <class Done>
void each(Done done) {
  run_ldmatrix<1, false, 8>(done);
  run_ldmatrix<1, false, 16>(done);
  run_ldmatrix<1, false, 32>(done);
  run_ldmatrix<2, false, 24>(done);
  run_ldmatrix<2, false, 64>(done);
  run_ldmatrix<4, false, 8>(done);
  run_ldmatrix<4, false, 32>(done);
  run_ldmatrix<4, false, 40>(done);
  run_ldmatrix<4, true, 64>(done);
  run_ldmatrix<4, true, 72>(done);
  loads_of<wmma::precision::tf32, float, 16, 16, 8, 32, 36>("tf32", done);
  loads_of<half, half, 16, 16, 16, 32, 40>("half", done);
  loads_of<nv_bfloat16, nv_bfloat16, 16, 16, 16, 32, 40>("bfloat16", done);
  loads_of<signed char, signed char, 16, 16, 16, 32, 48>("signed char", done);
  loads_of<half, half, 32, 8, 16, 32, 40>("half 32x8", done);
  loads_of<nv_bfloat16, nv_bfloat16, 8, 32, 16, 32, 40>("bfloat16 8x32", done);
  stores_of<float, 16, 16, 16, 16, 20>("float", done);
  stores_of<half, 16, 16, 16, 16, 24>("half", done);
  stores_of<int, 16, 16, 16, 16, 20>("int", done);
  stores_of<float, 16, 16, 8, 32, 36>("float k = 8", done);
}

}  // namespace counts
