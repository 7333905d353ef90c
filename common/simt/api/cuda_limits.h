// The simulated device: an H100's shape.
#pragma once

#include <cstddef>

namespace simt {

inline constexpr int kMultiprocessors = 132;
inline constexpr int kMaxThreadsPerMultiprocessor = 2048;
inline constexpr int kMaxBlocksPerMultiprocessor = 32;
inline constexpr std::size_t kSharedBytesPerMultiprocessor = 228 << 10;
inline constexpr std::size_t kReservedSharedBytes = 1 << 10;  // of each block
inline constexpr int kGreatestPriority = -5;                  // of a stream; the least is 0

}  // namespace simt
