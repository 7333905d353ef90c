// Instructions of tensor cores that CUDA C++ has no function for, one in each function, as steps 5
// and 6 use them. A fragment's layout is as the PTX manual states, with g = lane / 4 and t = lane
// % 4.
#pragma once

// d += a * b in TF32, [16, 8] += [16, 8] * [8, 8]. A lane has these elements (row, column):
//   a: (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4)    b: (t, g), (t + 4, g)
//   d: (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1)
__device__ inline void multiply_tf32(float (&d)[4], const float (&a)[4], const float (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
        "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}

// A tensor core ignores the last 13 bits of a float, so it cuts. This adds 0.35 to 0.7 of the last
// place that it reads, which rounds nearly to the nearest, in one instruction (nvcc makes three of
// cvt.rna.tf32). Numbers that TF32 has, infinities and NaNs stay what they are.
__device__ inline float nearly_rounded(float x) {
  return x * (1 + 0.7f * 0x1p-11f);
}

// d += a * b in bf16, [16, 8] += [16, 16] * [16, 8]: two neighbours along k in each register.
__device__ inline void multiply_bf16(float (&d)[4], const unsigned (&a)[4],
                                     const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// Loads four matrices of 8 x 8 elements of 2 bytes from shared memory. Lane l gives the address of
// row l % 8 of matrix l / 8, and gets elements (g, 2t) and (g, 2t + 1) of each.
__device__ inline void load_matrices(unsigned (&frag)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(frag[0]), "=r"(frag[1]), "=r"(frag[2]), "=r"(frag[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row)))
               : "memory");
}

// The same with each matrix transposed: a lane gets (2t, g) and (2t + 1, g).
__device__ inline void load_transposed(unsigned (&frag)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(frag[0]), "=r"(frag[1]), "=r"(frag[2]), "=r"(frag[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row)))
               : "memory");
}
