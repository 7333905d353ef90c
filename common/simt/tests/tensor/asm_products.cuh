// The same products as products.cuh, with the PTX instructions that the simulator knows: mma.sync,
// ldmatrix, cvt.rna and cp.async.
#pragma once

#include "products.cuh"

namespace products {

// One warp computes 16 x 8 elements of C, operands straight from global memory.
__global__ void tf32_product(const float* a, const float* b, float* c, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.x / 4, col = blockIdx.x * 8;
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float sums[4] = {};
  for (int k0 = 0; k0 < k; k0 += 8) {
    unsigned of_a[4], of_b[2];
    for (int i = 0; i < 4; ++i) {
      asm("cvt.rna.tf32.f32 %0, %1;"
          : "=r"(of_a[i])
          : "f"(a[(row + i % 2 * 8) * k + k0 + t + i / 2 * 4]));
    }
    for (int i = 0; i < 2; ++i) {
      asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(of_b[i]) : "f"(b[(k0 + t + i * 4) * n + col + g]));
    }
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
        "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(of_a[0]), "r"(of_a[1]), "r"(of_a[2]), "r"(of_a[3]), "r"(of_b[0]), "r"(of_b[1]));
  }
  for (int i = 0; i < 4; ++i) {
    c[(row + i / 2 * 8) * n + col + 2 * t + i % 2] = sums[i];
  }
}

// Tiles in shared memory by cp.async, fragments by ldmatrix. kBytes: of each asynchronous copy.
template <class In, int kBytes, bool kFloatSums, int kDepth>
__global__ void copied_product(const In* a, const In* b, float* c, int n, int k) {
  __shared__ __align__(16) In a_tile[16][24];  // a pad of 8
  __shared__ __align__(16) In b_tile[16][16];  // 8 columns are used
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  const int row = blockIdx.y * 16, col = blockIdx.x * 8;
  constexpr int kCount = kBytes / 2;
  float sums[4] = {};
  unsigned half_sums[2] = {};
  for (int k0 = 0; k0 < k; k0 += 16) {
    for (int i = lane * kCount; i < 256; i += 32 * kCount) {
      const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&a_tile[i / 16][i % 16]));
      const In* const from = a + (row + i / 16) * k + k0 + i % 16;
      if constexpr (kBytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));
      } else if constexpr (kBytes == 8) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(from));
      } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from));
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int i = lane * kCount; i < 128; i += 32 * kCount) {
      const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&b_tile[i / 8][i % 8]));
      const In* const from = b + (k0 + i / 8) * n + col + i % 8;
      if constexpr (kBytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from));
      } else if constexpr (kBytes == 8) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(from));
      } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from));
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    unsigned of_a[4], of_b[2];
    const auto a_place =
        static_cast<unsigned>(__cvta_generic_to_shared(&a_tile[lane % 16][lane / 16 * 8]));
    const auto b_place = static_cast<unsigned>(__cvta_generic_to_shared(&b_tile[lane % 16][0]));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(of_a[0]), "=r"(of_a[1]), "=r"(of_a[2]), "=r"(of_a[3])
                 : "r"(a_place));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(of_b[0]), "=r"(of_b[1])
                 : "r"(b_place));
    if constexpr (!kFloatSums) {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, "
          "{%6, %7}, {%0, %1};"
          : "+r"(half_sums[0]), "+r"(half_sums[1])
          : "r"(of_a[0]), "r"(of_a[1]), "r"(of_a[2]), "r"(of_a[3]), "r"(of_b[0]), "r"(of_b[1]));
    } else if constexpr (sizeof(In) == 2 && kDepth == 8) {
      for (int part = 0; part < 2; ++part) {
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, "
            "{%6}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(of_a[part * 2]), "r"(of_a[part * 2 + 1]), "r"(of_b[part]));
      }
    } else if constexpr (kDepth == 17) {  // bfloat16
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
          "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
          : "r"(of_a[0]), "r"(of_a[1]), "r"(of_a[2]), "r"(of_a[3]), "r"(of_b[0]), "r"(of_b[1]));
    } else {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
          "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
          : "r"(of_a[0]), "r"(of_a[1]), "r"(of_a[2]), "r"(of_a[3]), "r"(of_b[0]), "r"(of_b[1]));
    }
    __syncwarp();
  }
  if constexpr (!kFloatSums) {
    for (int i = 0; i < 4; ++i) {
      sums[i] = __half2float(__ushort_as_half(half_sums[i / 2] >> i % 2 * 16 & 0xffff));
    }
  }
  for (int i = 0; i < 4; ++i) {
    c[(row + g + i / 2 * 8) * n + col + 2 * t + i % 2] = sums[i];
  }
}

// What each form of ldmatrix brings: 4 numbers a lane and form.
__global__ void load_matrices(unsigned* out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const int lane = threadIdx.x;
  for (int i = 0; i < 8; ++i) {
    tile[lane * 8 + i] = lane * 8 + i;
  }
  __syncwarp();
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane * 8]));
  unsigned r[6][4] = {};
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0][0]) : "r"(place));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
               : "=r"(r[1][0])
               : "r"(place));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[2][0]), "=r"(r[2][1])
               : "r"(place));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[3][0]), "=r"(r[3][1])
               : "r"(place));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[4][0]), "=r"(r[4][1]), "=r"(r[4][2]), "=r"(r[4][3])
               : "r"(place));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[5][0]), "=r"(r[5][1]), "=r"(r[5][2]), "=r"(r[5][3])
               : "r"(place));
  for (int form = 0; form < 6; ++form) {
    for (int i = 0; i < 4; ++i) {
      out[(form * 32 + lane) * 4 + i] = r[form][i];
    }
  }
}

template <class In, class Kernel>
std::vector<unsigned char> run_asm(int kind, int m, int n, int k, Kernel kernel) {
  std::vector<In> a(m * k), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t bits = element(kind, i);
    std::memcpy(static_cast<void*>(&a[i]), &bits, sizeof(In));
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    const std::uint32_t bits = element(kind, i + (1u << 30));
    std::memcpy(static_cast<void*>(&b[i]), &bits, sizeof(In));
  }
  std::vector<unsigned char> c(m * n * 4);
  In *on_a = nullptr, *on_b = nullptr;
  float* on_c = nullptr;
  cudaMalloc(&on_a, a.size() * sizeof(In));
  cudaMalloc(&on_b, b.size() * sizeof(In));
  cudaMalloc(&on_c, c.size());
  cudaMemcpy(on_a, a.data(), a.size() * sizeof(In), cudaMemcpyHostToDevice);
  cudaMemcpy(on_b, b.data(), b.size() * sizeof(In), cudaMemcpyHostToDevice);
  kernel<<<dim3(n / 8, m / 16), 32>>>(on_a, on_b, on_c, n, k);
  cudaMemcpy(c.data(), on_c, c.size(), cudaMemcpyDeviceToHost);
  cudaFree(on_a);
  cudaFree(on_b);
  cudaFree(on_c);
  return c;
}

template <class Done>
void each_by_asm(int m, int n, int k, Done done) {
  done("asm tf32", run_asm<float>(0, m, n, k, tf32_product));
  done("asm half to float", run_asm<half>(1, m, n, k, copied_product<half, 16, true, 16>));
  done("asm half to half", run_asm<half>(2, m, n, k, copied_product<half, 8, false, 16>));
  done("asm bfloat16", run_asm<nv_bfloat16>(3, m, n, k, copied_product<nv_bfloat16, 4, true, 17>));
  done("asm bfloat16, k = 8",
       run_asm<nv_bfloat16>(3, m, n, k, copied_product<nv_bfloat16, 16, true, 8>));
  unsigned* out = nullptr;
  std::vector<unsigned char> loaded(6 * 32 * 4 * 4);
  cudaMalloc(&out, loaded.size());
  load_matrices<<<1, 32>>>(out);
  cudaMemcpy(loaded.data(), out, loaded.size(), cudaMemcpyDeviceToHost);
  cudaFree(out);
  done("asm ldmatrix", loaded);
}

}  // namespace products
