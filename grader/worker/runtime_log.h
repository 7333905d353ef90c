// What a cuda module reports about its calls of the CUDA runtime: filled inside the module, which
// has access to its runtime, and read by the worker.
#pragma once

#include <cstddef>

namespace gemmlab {

struct LaunchRecord {
  unsigned grid[3] = {}, block[3] = {};
  std::size_t shared_bytes = 0;
};

struct RuntimeLog {
  static constexpr int kKept = 16;  // launches
  static constexpr int kDepth = 12;
  static constexpr int kAllocations = 64;

  unsigned long long launches = 0;
  LaunchRecord first[kKept];

  // The first refused launch, if any: the runtime's error, and the launching function.
  int error = 0;
  LaunchRecord refused;
  void* callers[kDepth] = {};
  int depth = 0;

  // cudaMalloc'ed and not freed.
  struct Allocation {
    void* memory = nullptr;
    std::size_t bytes = 0;
  };
  Allocation live[kAllocations];

  bool refuse_launches = false;  // set by the worker
};

// The symbol under which a cuda module exports it: a RuntimeLog.
inline constexpr const char* kRuntimeLogSymbol = "gemmlab_runtime_log";

}  // namespace gemmlab
