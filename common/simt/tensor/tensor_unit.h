// How tensor cores add products, which differs from one generation of GPUs to the next.
#pragma once

namespace simt {

struct TensorUnit {
  int fraction_bits;  // that an addend keeps, below the largest one's leading bit
  int half_depth;     // products of halves, or of bfloat16, that are added at once
  int tf32_depth;     // 0: it has no TF32
};

// Measured by "FTTN: Feature-Targeted Testing for Numerical Properties of NVIDIA & AMD Matrix
// Accelerators" (arXiv 2403.00232) and MMA-Sim (arXiv 2511.10909); Hopper's also by the vectors of
// this folder.
constexpr TensorUnit tensor_unit(int major, int minor) {
  return major >= 9                 ? TensorUnit{25, 16, 8}
         : major == 8               ? TensorUnit{24, 8, 4}
         : major == 7 && minor >= 5 ? TensorUnit{24, 8, 0}
                                    : TensorUnit{23, 4, 0};
}

}  // namespace simt
