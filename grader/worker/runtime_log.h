// What a cuda module tells of its calls of the CUDA runtime: filled within the module, where the
// runtime it is linked with knows, and read by the worker.
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

  // The first launch that was refused, if any: what the runtime said, and who launched.
  int error = 0;
  const char* error_name = "";
  const char* error_text = "";
  LaunchRecord refused;
  void* callers[kDepth] = {};
  int depth = 0;

  // What was cudaMalloc'ed and not freed.
  struct Allocation {
    void* memory = nullptr;
    std::size_t bytes = 0;
  };
  Allocation live[kAllocations];

  bool refuse_launches = false;  // set by the worker
};

// The symbol that a cuda module shows for it: a RuntimeLog.
inline constexpr const char* kRuntimeLogSymbol = "gemmlab_runtime_log";

}  // namespace gemmlab
