// Which cells of memory a warp touches, cut down to what fits a drawing: rows and columns of a
// matrix in global memory, the 32 banks side by side in shared memory.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/core/metrics.h"

namespace gemmlab::html {

// Rows or columns that are drawn side by side, or a gap for those that are left out.
struct Band {
  std::int64_t at = 0;
  std::int64_t skipped = 0;  // more than 0: a gap

  bool operator==(const Band&) const = default;
};

struct MemoryPicture {
  Space space = Space::global;
  unsigned cell_bytes = 4;                              // an element; a word of a bank
  std::int64_t width = 0;                               // cells of a whole row
  bool has_rows = false;                                // rows and columns are the variable's own
  std::vector<Band> rows, columns;                      // from the top, from the left
  std::map<std::int64_t, std::vector<unsigned>> lanes;  // that touch a cell, by its index
  std::set<std::int64_t> sectors;                       // that are touched, by index; global only
  std::map<int, unsigned> conflicts;                    // words that a bank must give one by one
};

// Empty rows: there is nothing to draw.
MemoryPicture picture_of(const AccessPlace& place);

// "a[3][17]"; "a + 128 bytes" where the variable's extents are not known or are left.
std::string cell_name(const WarpExample& example, std::int64_t byte);

// Whether the byte lies outside of the variable; false if its size is not known.
bool is_outside(const WarpExample& example, std::int64_t byte);

}  // namespace gemmlab::html
