// Products of 256 x 4096 by 4096 x 256 numbers with nvcuda::wmma, one warp a tile of C. A GPU runs
// them to write their checksums, the simulator to compare with these.
#pragma once

#include <mma.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace products {

using namespace nvcuda;

// Numbers with few bits times a power of two, raw; `kind` as in vector_inputs.h.
inline std::uint32_t element(int kind, std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  const auto sign = static_cast<std::uint32_t>(z >> 63);
  const auto down = static_cast<std::uint32_t>(z >> 40 & 7);
  const auto fraction = static_cast<std::uint32_t>(z & 0x7fffff);
  switch (kind) {
    case 0:
      return sign << 31 | (126 - down) << 23 | fraction;
    case 1:
    case 2:
      return sign << 15 | (14 - down) << 10 | fraction >> 13;
    case 3:
      return sign << 15 | (126 - down) << 7 | fraction >> 16;
    default:
      return static_cast<std::uint32_t>(z >> 32 & 255);
  }
}

// C = A * B. a [., k], b [k, n], c [., n], row-major; a warp computes M x N.
template <class In, class Out, class Element, int M, int N, int K, bool kRound>
__global__ void product(const In* a, const In* b, Out* c, int n, int k) {
  wmma::fragment<wmma::matrix_a, M, N, K, Element, wmma::row_major> of_a;
  wmma::fragment<wmma::matrix_b, M, N, K, Element, wmma::row_major> of_b;
  wmma::fragment<wmma::accumulator, M, N, K, Out> sums;
  wmma::fill_fragment(sums, Out(0));
  const int row = blockIdx.y * M, col = blockIdx.x * N;
  for (int k0 = 0; k0 < k; k0 += K) {
    wmma::load_matrix_sync(of_a, a + row * k + k0, k);
    wmma::load_matrix_sync(of_b, b + k0 * n + col, n);
    if constexpr (kRound) {
      for (int i = 0; i < of_a.num_elements; ++i) {
        of_a.x[i] = wmma::__float_to_tf32(of_a.x[i]);
      }
      for (int i = 0; i < of_b.num_elements; ++i) {
        of_b.x[i] = wmma::__float_to_tf32(of_b.x[i]);
      }
    }
    wmma::mma_sync(sums, of_a, of_b, sums);
  }
  wmma::store_matrix_sync(c + row * n + col, sums, n, wmma::mem_row_major);
}

// C's bytes.
template <class In, class Out, class Element, int M, int N, int K, bool kRound = false>
std::vector<unsigned char> run(int kind, int m, int n, int k) {
  std::vector<In> a(m * k), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t bits = element(kind, i);
    std::memcpy(static_cast<void*>(&a[i]), &bits, sizeof(In));
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    const std::uint32_t bits = element(kind, i + (1u << 30));
    std::memcpy(static_cast<void*>(&b[i]), &bits, sizeof(In));
  }
  std::vector<unsigned char> c(m * n * sizeof(Out));
  In *on_a = nullptr, *on_b = nullptr;
  Out* on_c = nullptr;
  cudaMalloc(&on_a, a.size() * sizeof(In));
  cudaMalloc(&on_b, b.size() * sizeof(In));
  cudaMalloc(&on_c, c.size());
  cudaMemcpy(on_a, a.data(), a.size() * sizeof(In), cudaMemcpyHostToDevice);
  cudaMemcpy(on_b, b.data(), b.size() * sizeof(In), cudaMemcpyHostToDevice);
  product<In, Out, Element, M, N, K, kRound><<<dim3(n / N, m / M), 32>>>(on_a, on_b, on_c, n, k);
  cudaMemcpy(c.data(), on_c, c.size(), cudaMemcpyDeviceToHost);
  cudaFree(on_a);
  cudaFree(on_b);
  cudaFree(on_c);
  return c;
}

// FNV-1a.
inline std::uint64_t checksum(const std::vector<unsigned char>& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const unsigned char byte : bytes) {
    hash = (hash ^ byte) * 0x100000001b3u;
  }
  return hash;
}

// Calls `done(name, C)` for each type and shape.
template <class Done>
void each(int m, int n, int k, Done done) {
  using wmma::precision::tf32;
  done("tf32 16x16x8", run<float, float, tf32, 16, 16, 8>(0, m, n, k));
  done("tf32 16x16x8 rounded", run<float, float, tf32, 16, 16, 8, true>(0, m, n, k));
  done("half to float 16x16x16", run<half, float, half, 16, 16, 16>(1, m, n, k));
  done("half to float 32x8x16", run<half, float, half, 32, 8, 16>(1, m, n, k));
  done("half to float 8x32x16", run<half, float, half, 8, 32, 16>(1, m, n, k));
  done("half to half 16x16x16", run<half, half, half, 16, 16, 16>(2, m, n, k));
  done("half to half 32x8x16", run<half, half, half, 32, 8, 16>(2, m, n, k));
  done("half to half 8x32x16", run<half, half, half, 8, 32, 16>(2, m, n, k));
  done("bfloat16 16x16x16", run<nv_bfloat16, float, nv_bfloat16, 16, 16, 16>(3, m, n, k));
  done("bfloat16 32x8x16", run<nv_bfloat16, float, nv_bfloat16, 32, 8, 16>(3, m, n, k));
  done("bfloat16 8x32x16", run<nv_bfloat16, float, nv_bfloat16, 8, 32, 16>(3, m, n, k));
  done("signed char 16x16x16", run<signed char, int, signed char, 16, 16, 16>(4, m, n, k));
  done("signed char 32x8x16", run<signed char, int, signed char, 32, 8, 16>(4, m, n, k));
  done("signed char 8x32x16", run<signed char, int, signed char, 8, 32, 16>(4, m, n, k));
  done("unsigned char 16x16x16", run<unsigned char, int, unsigned char, 16, 16, 16>(5, m, n, k));
}

}  // namespace products
