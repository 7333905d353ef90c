// How much dynamic shared memory a kernel may have. Kernels are known by their addresses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>

#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"

namespace simt {

class SharedMemoryLimits {
 public:
  void allow(u64 kernel, std::size_t bytes) { allowed_[kernel] = bytes; }
  std::size_t limit_of(u64 kernel) const {
    const auto found = allowed_.find(kernel);
    return found == allowed_.end() ? kUsualSharedBytes : std::max(found->second, kUsualSharedBytes);
  }
  // Of the kernel that may have most.
  std::size_t largest() const {
    std::size_t most = kUsualSharedBytes;
    for (const auto& [kernel, bytes] : allowed_) {
      most = std::max(most, bytes);
    }
    return most;
  }
  void reset() { allowed_.clear(); }

 private:
  std::map<u64, std::size_t> allowed_;  // by cudaFuncSetAttribute
};

}  // namespace simt
