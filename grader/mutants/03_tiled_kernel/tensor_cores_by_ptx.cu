// verdict: LOW PRECISION
// Tensor cores by inline PTX, with operands as they are: TF32 has 11 bits.
#include <gemmlab/matmul.h>

// sums += a * b, 16 x 8 x 8, by a warp.
__device__ void multiply(float (&sums)[4], const float (&a)[4], const float (&b)[2]) {
  unsigned bits[6];
  for (int i = 0; i < 4; ++i) {
    bits[i] = __float_as_uint(a[i]);
  }
  for (int i = 0; i < 2; ++i) {
    bits[4 + i] = __float_as_uint(b[i]);
  }
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(bits[0]), "r"(bits[1]), "r"(bits[2]), "r"(bits[3]), "r"(bits[4]), "r"(bits[5]));
}

__global__ void mma_kernel(const float* a, const float* b, float* c, int n, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  const int row = blockIdx.y * 16 + g, col = blockIdx.x * 8;
  float sums[4] = {};
  for (int k0 = 0; k0 < k; k0 += 8) {
    float a_frag[4], b_frag[2];
    for (int i = 0; i < 4; ++i) {
      a_frag[i] = a[(row + i % 2 * 8) * k + k0 + t + i / 2 * 4];
    }
    for (int i = 0; i < 2; ++i) {
      b_frag[i] = b[(k0 + t + i * 4) * n + col + g];
    }
    multiply(sums, a_frag, b_frag);
  }
  for (int i = 0; i < 4; ++i) {
    c[(row + i / 2 * 8) * n + col + 2 * t + i % 2] = sums[i];
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  mma_kernel<<<dim3(n / 8, m / 16), 32>>>(a, b, c, n, k);
}
