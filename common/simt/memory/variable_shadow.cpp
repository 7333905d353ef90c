#include "common/simt/memory/variable_shadow.h"

#include <cstdlib>
#include <new>
#include <type_traits>

#include "common/simt/state/integers.h"

namespace simt {

void VariableShadow::release() {
  cells_.for_each([](auto* row, u64) { std::free(row); });
  cells_ = {};
}

void VariableShadow::cover(AddressRange range) {
  release();
  range_ = {range.begin & ~u64{3}, range.end};
  const u64 cells = (range_.end - range_.begin) / 4 + 2;
  // Zeros that use no memory until they are touched. A large host array is a variable too.
  cells_.for_each([&](auto*& row, u64) {
    row = static_cast<std::decay_t<decltype(row)>>(std::calloc(cells, sizeof(*row)));
    if (row == nullptr) {
      throw std::bad_alloc();
    }
  });
}

}  // namespace simt
