// A list whose greatest length is known.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace gemmlab {

// Who fills it asks whether it is full. A longer one cannot be read from JSON, whose writer may be
// untrusted.
template <typename Value, std::size_t kMost>
struct AtMost : std::vector<Value> {
  using std::vector<Value>::vector;
  AtMost(std::vector<Value> values) : std::vector<Value>(std::move(values)) {}

  bool is_full() const { return this->size() >= kMost; }
};

}  // namespace gemmlab
