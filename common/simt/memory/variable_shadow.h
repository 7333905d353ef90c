// Shadow cells of the module's __device__ variables: they are global memory too, but lie in the
// module. Never written counts as written, since variables have initial values.
#pragma once

#include "common/simt/memory/arena.h"
#include "common/simt/source/module.h"

namespace simt {

class VariableShadow {
 public:
  VariableShadow() = default;
  ~VariableShadow();
  VariableShadow(const VariableShadow&) = delete;
  VariableShadow& operator=(const VariableShadow&) = delete;

  // Forgets everything; from now on for the variables of `range`.
  void cover(AddressRange range);

  u64 begin() const { return range_.begin; }
  const GlobalShadow& cells() const { return cells_; }

 private:
  void release();

  AddressRange range_;
  GlobalShadow cells_;
};

}  // namespace simt
