#include "common/simt/analysis/request.h"

#include <algorithm>
#include <array>

#include "common/simt/state/integers.h"

namespace simt {
namespace {

// Sorts and removes duplicates; returns how many remain.
template <size_t kSize>
unsigned make_distinct(std::array<u64, kSize>& values, unsigned count) {
  const auto begin = values.begin(), end = begin + count;
  if (!std::is_sorted(begin, end)) {
    std::sort(begin, end);
  }
  return static_cast<unsigned>(std::unique(begin, end) - begin);
}

// The largest number of distinct words in one bank.
u32 deepest_bank(std::array<u64, 128>& words, unsigned count) {
  std::array<u8, 32> depth{};
  u32 deepest = 0;
  count = make_distinct(words, count);
  for (unsigned i = 0; i < count; ++i) {
    deepest = std::max<u32>(deepest, ++depth[words[i] & 31]);
  }
  return deepest;
}

// Whether lanes t and t ^ partner access the same address wherever both are active.
bool pairs_agree(const std::array<u64, 32>& address, u32 active, u32 partner) {
  for (u32 t = 0; t < 32; ++t) {
    const bool both = (active >> t & 1) != 0 && (active >> (t ^ partner) & 1) != 0;
    if (both && address[t] != address[t ^ partner]) {
      return false;
    }
  }
  return true;
}

}  // namespace

Cost count_sectors(const LaneAddresses& lanes) {
  std::array<u64, 32> starts, sectors;
  for (unsigned i = 0; i < lanes.count; ++i) {
    starts[i] = lanes.address[i];
    sectors[i] = lanes.address[i] / 32;
  }
  const unsigned distinct = make_distinct(starts, lanes.count);
  return {make_distinct(sectors, lanes.count), (distinct * lanes.bytes + 31) / 32};
}

Cost count_wavefronts(const LaneAddresses& lanes) {
  std::array<u64, 32> address{};
  u32 active = 0;
  for (unsigned i = 0; i < lanes.count; ++i) {
    address[lanes.lane[i]] = lanes.address[i];
    active |= 1u << lanes.lane[i];
  }
  const u32 words_each = (lanes.bytes + 3) / 4;
  const bool paired =
      words_each > 1 && (pairs_agree(address, active, 1) || pairs_agree(address, active, 2));
  const u32 groups = paired ? words_each / 2 : words_each;
  Cost wavefronts;
  for (u32 first = 0; first < 32; first += 32 / groups) {
    std::array<u64, 128> words;
    unsigned count = 0;
    for (u32 t = first; t < first + 32 / groups; ++t) {
      for (u32 w = 0; (active >> t & 1) != 0 && w < words_each; ++w) {
        words[count++] = address[t] / 4 + w;
      }
    }
    wavefronts.units += deepest_bank(words, count);
    wavefronts.ideal += count > 0 ? 1 : 0;
  }
  return wavefronts;
}

}  // namespace simt
