// Names for people: threads, blocks, pieces of memory, and parts of C.
#pragma once

#include <string>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

// "thread (3,17)", "thread (3,17) of block (1,0)"; with as many coordinates as the launch has
// dimensions.
std::string words_of_thread(const Coordinates& thread);
std::string words_of(const ThreadId& who);
std::string words_of(const OtherThread& other);

// "a (33 x 17)", "the 2nd cudaMalloc'ed block (1024 bytes)".
std::string words_of(const DeviceBuffer& buffer);

// "a[3][17]", also outside: "a[33][0]"; "tile + 204 bytes" if its type is unknown.
std::string words_of(const Target& target);

// "a_tile", "the 2nd cudaMalloc'ed block (1024 bytes)".
std::string words_of_memory(const AccessPlace& place);

// The place of an access of `bytes` that is at least partly outside: "element 561 of a, which has
// 561 (33 x 17)", counted from the start, because it is unknown whether the row or the column is
// too large.
std::string words_of_miss(const BufferPlace& place, unsigned bytes);

// "rows 32 to 39", "rows 8 to 31 of every 32", "every row"; one row: "row 39".
std::string words(const Stripes& stripes, const std::string& noun);

// "Rows 32 to 39 and columns 48 to 49", with `joint` between the two.
std::string named(const Region& region, const std::string& joint);

// "Row 39 was never written: ", "Rows 32 to 39 are wrong, the rest is right: "
std::string was_never_written(const Region& region);
std::string is_wrong(const Region& region);

// With an initial capital letter.
std::string capitalised(std::string text);

}  // namespace gemmlab
