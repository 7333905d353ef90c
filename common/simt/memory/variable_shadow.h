// Shadow cells of the module's __device__ variables, which are global memory inside the module.
#pragma once

#include <boost/core/noncopyable.hpp>

#include "common/simt/memory/arena.h"
#include "common/simt/state/integers.h"

namespace simt {

// All of them count as written, because variables have initial values.
class VariableShadow : boost::noncopyable {
 public:
  VariableShadow() = default;
  ~VariableShadow() { release(); }

  // Forgets everything and covers the variables of `range` from now on.
  void cover(AddressRange range);

  bool contains(u64 address) const { return range_.contains(address); }
  u64 begin() const { return range_.begin; }
  const GlobalShadow& cells() const { return cells_; }

 private:
  void release();

  AddressRange range_;
  GlobalShadow cells_;
};

}  // namespace simt
