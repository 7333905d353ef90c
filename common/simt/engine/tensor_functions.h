// What the lanes of a warp tell each other where they meet for an operation on fragments.
#pragma once

#include <array>

#include "common/simt/shim/tensor_abi.h"
#include "common/simt/tensor/fragment_layout.h"

namespace simt {

// The lanes' rows for ldmatrix, which each lane gets where they meet.
struct MatrixRows {
  const void* row = nullptr;
  int matrices = 0;
  std::array<const void*, kLanes> all{};
};

struct TensorCall {
  const FragmentType* type = nullptr;  // of what is loaded or stored
  const void* matrix = nullptr;
  unsigned pitch = 0;
  bool by_rows = false, is_store = false;
  const FragmentProduct* product = nullptr;
  MatrixRows* rows = nullptr;
};

// As the functions of tensor_abi.h, called from `place`.
void multiply_in_registers(const FragmentProduct& product, const void* place);
void load_matrices_at(unsigned* registers, int count, bool transposed, const void* row,
                      const void* place);

}  // namespace simt
