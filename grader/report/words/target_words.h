// Names for people: threads, blocks, and pieces of memory.
#pragma once

#include <iterator>
#include <string>
#include <string_view>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/names.h"

namespace gemmlab {

// The text for `value` in a table that has one for each, in their order.
template <Named Enum, std::size_t kCount>
constexpr std::string_view text_of(const std::string_view (&texts)[kCount], Enum value) {
  static_assert(kCount == std::size(EnumNames<Enum>::all));
  return texts[static_cast<std::size_t>(value)];
}

// "thread (3,17)", "thread (3,17) of block (1,0)"; as many coordinates as the launch has
// dimensions.
std::string words_of_thread(const Coordinates& thread);
std::string words_of(const ThreadId& who);
std::string words_of(const OtherThread& other);

// "a (33 x 17)", "the 2nd cudaMalloc'ed block (1024 bytes)".
std::string words_of(const DeviceBuffer& buffer);

// "a[3][17]", also outside: "a[33][0]"; "tile + 204 bytes" where its type is not known.
std::string words_of(const Target& target);

// "a_tile", "the 2nd cudaMalloc'ed block (1024 bytes)".
std::string words_of_memory(const AccessPlace& place);

// Where an access of `bytes` lies that is not wholly inside: "element 561 of a, which has 561 (33 x
// 17)", counted from the start, since nobody knows whether the row or the column went too far.
std::string words_of_miss(const BufferPlace& place, unsigned bytes);

std::string hexadecimal(std::uint64_t address);

}  // namespace gemmlab
