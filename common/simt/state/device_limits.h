// The simulated device, modelled on an H100.
#pragma once

#include <cstddef>

#include "common/simt/state/integers.h"

namespace simt {

inline constexpr u32 kWarpSize = 32;
inline constexpr u32 kMaxThreads = 1024;  // of a block
inline constexpr u64 kMaxBlock[] = {1024, 1024, 64};
inline constexpr u64 kMaxGrid[] = {0x7fffffff, 65535, 65535};
inline constexpr int kMultiprocessors = 132;
inline constexpr int kMaxThreadsPerMultiprocessor = 2048;
inline constexpr int kMaxBlocksPerMultiprocessor = 32;
inline constexpr std::size_t kConstantBytes = 64 << 10;     // of all __constant__ variables
inline constexpr std::size_t kUsualSharedBytes = 48 << 10;  // of a block that does not request more
inline constexpr std::size_t kSharedBytesPerMultiprocessor = 228 << 10;
inline constexpr std::size_t kReservedSharedBytes = 1 << 10;  // of each block
inline constexpr int kGreatestPriority = -5;                  // of a stream; the least is 0

}  // namespace simt
