// The model's prediction for a lab's textbook solution.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/model/devices.h"
#include "common/model/roofline.h"

namespace gemmlab::model {

// The model's prediction for a lab's textbook solution at one shape, to be stored in results.
struct Prediction {
  std::array<std::int64_t, 3> shape{};  // m, n, k for all counts
  std::array<std::int64_t, 2> grid{};
  std::array<int, 2> block{};
  int shared_bytes = 0;  // static, per block
  double bytes_per_flop = 0;
  double shared_loads_per_fma = 0;  // according to the source

  std::string gpu;           // empty: none, and then no rate
  double at_most_flops = 0;  // for large matrices
  Bound binding = Bound::arithmetic;
};

// `device` may be null. Empty if the lab with this id launches no kernel.
std::optional<Prediction> predict(std::string_view lab, const std::array<std::int64_t, 3>& shape,
                                  const Device* device);

}  // namespace gemmlab::model
