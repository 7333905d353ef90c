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

}  // namespace gemmlab
