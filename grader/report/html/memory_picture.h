// What a drawing of one access by one warp shows.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/facts/counts.h"

namespace gemmlab::html {

inline constexpr std::int64_t kSectorBytes = 32;

// Rows or columns drawn side by side, or a gap for those left out.
struct Band {
  std::int64_t at = 0;
  std::int64_t skipped = 0;  // above 0: a gap

  bool operator==(const Band&) const = default;
};

// The memory cells that a warp accesses, reduced to fit a drawing: rows and columns of a matrix in
// global memory, the 32 banks side by side in shared memory.
struct MemoryPicture {
  Space space = Space::global;
  unsigned cell_bytes = 4;          // of an element, or of a word of a bank
  std::int64_t width = 0;           // cells in a whole row
  bool has_rows = false;            // rows and columns are those of the variable
  std::vector<Band> rows, columns;  // from the top, from the left
  std::map<std::int64_t, std::vector<unsigned>> lanes;  // that access a cell, by its index
  std::set<std::int64_t> sectors;     // the touched sectors, by index; only global
  std::map<int, unsigned> conflicts;  // words that a bank must deliver one after the other
};

// Empty rows: nothing to draw.
MemoryPicture picture_of(const AccessPlace& place);

// "a[3][17]"; "a + 128 bytes" if the variable's extents are unknown or the byte is outside.
std::string cell_name(const WarpExample& example, std::int64_t byte);

// Whether the byte is outside the variable; false if its size is unknown.
bool is_outside(const WarpExample& example, std::int64_t byte);

}  // namespace gemmlab::html
