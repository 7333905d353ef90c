// Where in C elements are wrong: the rows and columns that form a set of elements.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

Stripes stripes_of(const std::vector<bool>& is_in);

// The elements [m, n] with `is_in`, if they form a region with at most `holes` exceptions per 100:
// wrong values may be right by chance.
std::optional<Region> region_of(int m, int n, const std::function<bool(int row, int col)>& is_in,
                                int holes);

bool is_everything(const Region& region);

// None, or all from some index on.
bool is_edge(const Stripes& stripes);

// None, or regular ones.
bool is_regular(const Stripes& stripes);

// The first stripe along an edge; `extent` if there are none.
int end_of_right(const Stripes& stripes, int extent);

}  // namespace gemmlab
