// All values of an enum, for tests.
#pragma once

#include <vector>

#include "common/facts/names.h"

namespace gemmlab {

template <Named Enum>
std::vector<Enum> all_values() {
  std::vector<Enum> values;
  for (std::size_t i = 0; i < std::size(EnumNames<Enum>::all); ++i) {
    values.push_back(static_cast<Enum>(i));
  }
  return values;
}

}  // namespace gemmlab
