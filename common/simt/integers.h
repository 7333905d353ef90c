// Short names for the integers that logs and shadow cells are made of.
#pragma once

#include <cstdint>

namespace simt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Rounds down, also below zero.
inline std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace simt
