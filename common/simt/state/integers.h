// Short names for the integers in logs and shadow cells, and address ranges.
#pragma once

#include <cstdint>

namespace simt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

struct AddressRange {
  u64 begin = 0, end = 0;
  bool contains(u64 address) const { return address - begin < end - begin; }
};

}  // namespace simt
