// What bounds a kernel's rate: arithmetic, the issue of instructions, the pipe to L1 and shared
// memory, and memory. All pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/facts/names.h"
#include "common/model/devices.h"
#include "common/model/kernels.h"

namespace gemmlab::model {

// Operations a second for which memory suffices.
constexpr double flops_by_memory(double bytes_per_second, double bytes_per_flop) {
  return bytes_per_second / bytes_per_flop;
}
// Bytes a second that so many operations a second need.
constexpr double bandwidth_for(double flops, double bytes_per_flop) {
  return flops * bytes_per_flop;
}
// Below so many operations for each byte a kernel waits for memory.
constexpr double balance(double peak_flops, double bytes_per_second) {
  return peak_flops / bytes_per_second;
}

// Bytes for each operation of a kernel that loads two operands for each multiply-add and uses each
// of them `reuse` times: 4 for floats without reuse.
constexpr double bytes_per_flop_with(double reuse, int element_bytes) {
  return element_bytes / reuse;
}

// 2 m n k: a multiply-add is two operations.
constexpr double operations(double m, double n, double k) {
  return 2 * m * n * k;
}

// Little's law: how much must be under way so that a unit is never idle.
constexpr double in_flight(double latency, double throughput) {
  return latency * throughput;
}

enum class Bound { arithmetic, issue, pipe, memory };

// Operations a second that each would allow, if it alone bound the kernel; 0: not modelled.
struct Bounds {
  double arithmetic = 0;
  double issue = 0;   // instructions: multiply-adds and loads; since 7.0, one a scheduler and clock
  double pipe = 0;    // L1 and shared memory, which are one since 7.0; before, shared memory alone
  double memory = 0;  // if no load hits a cache
  double at_most = 0;  // the smallest. Since 7.0 without memory's: caches serve many loads
  Bound binding = Bound::arithmetic;  // the one that is the smallest
};

Bounds bounds(const Kernel& kernel, const Device& device);

// What one bound allows.
double allowed(const Bounds& bounds, Bound bound);

// What the model predicts of a lab's textbook solution at one shape, for results to carry.
struct Prediction {
  std::array<std::int64_t, 3> shape{};  // m, n, k of all counts
  std::array<std::int64_t, 2> grid{};
  std::array<int, 2> block{};
  int shared_bytes = 0;  // static, of a block
  double bytes_per_flop = 0;
  double shared_loads_per_fma = 0;  // as the source says

  std::string gpu;           // empty: none, and then there is no rate
  double at_most_flops = 0;  // for large matrices
  Bound binding = Bound::arithmetic;
};

// `device` may be null. Empty if the lab, by its id, launches no kernel.
std::optional<Prediction> predict(std::string_view lab,
                                  const std::array<std::int64_t, 3>& shape,
                                  const Device* device);

}  // namespace gemmlab::model

template <>
struct gemmlab::EnumNames<gemmlab::model::Bound> {
  static constexpr std::string_view all[] = {"arithmetic", "issuing instructions",
                                             "the L1/shared-memory pipe", "memory"};
};
