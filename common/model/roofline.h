// What limits a kernel's rate: arithmetic, instruction issue, the pipe to L1 and shared memory, and
// memory.
#pragma once

#include <array>

#include "common/facts/names.h"
#include "common/model/devices.h"
#include "common/model/kernels.h"

namespace gemmlab::model {

// Operations per second that the memory bandwidth allows.
constexpr double flops_by_memory(double bytes_per_second, double bytes_per_flop) {
  return bytes_per_second / bytes_per_flop;
}
// Bandwidth in bytes per second for this many operations per second.
constexpr double bandwidth_for(double flops, double bytes_per_flop) {
  return flops * bytes_per_flop;
}
// With fewer operations per byte than this, a kernel waits for memory.
constexpr double balance(double peak_flops, double bytes_per_second) {
  return peak_flops / bytes_per_second;
}

// Bytes per operation of a kernel that loads two operands for each multiply-add and uses each of
// them `reuse` times: 4 for floats without reuse.
constexpr double bytes_per_flop_with(double reuse, int element_bytes) {
  return element_bytes / reuse;
}

// 2 m n k: a multiply-add is two operations.
constexpr double operations(double m, double n, double k) {
  return 2 * m * n * k;
}

// Little's law: how much must be in flight so that a unit is never idle.
constexpr double in_flight(double latency, double throughput) {
  return latency * throughput;
}

enum class Bound { arithmetic, issue, pipe, memory };

// Operations per second with only this limit; 0: not modelled.
struct Bounds {
  double arithmetic = 0;  // of the units that multiply: lanes or tensor cores; 0: no such cores
  double issue = 0;   // instructions: multiply-adds and loads; since 7.0, one a scheduler and clock
  double pipe = 0;    // L1 and shared memory, combined since 7.0; before, shared memory alone
  double memory = 0;  // if no sector hits a cache
  double at_most = 0;  // the minimum. Since 7.0 without memory's: caches serve many loads
  Bound binding = Bound::arithmetic;  // the minimum's
};

Bounds bounds(const Kernel& kernel, const Device& device);

// The rate that one limit allows.
inline double allowed(const Bounds& bounds, Bound bound) {
  return std::array{bounds.arithmetic, bounds.issue, bounds.pipe, bounds.memory}[int(bound)];
}

}  // namespace gemmlab::model

namespace gemmlab {
GEMMLAB_NAMES_IN(model::Bound,
                 "arithmetic, issuing instructions, the L1/shared-memory pipe, "
                 "memory without cache hits")
}  // namespace gemmlab
