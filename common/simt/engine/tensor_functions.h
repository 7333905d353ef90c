// What the lanes of a warp tell each other where they meet for an operation on fragments.
#pragma once

#include "common/simt/shim/tensor_abi.h"

namespace simt {

struct TensorCall {
  const FragmentType* type = nullptr;  // of what is loaded or stored
  const void* matrix = nullptr;
  unsigned pitch = 0;
  bool by_rows = false, is_store = false;
  const FragmentProduct* product = nullptr;  // else
};

}  // namespace simt
