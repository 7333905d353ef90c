// Where in C elements are wrong: the rows and columns that a set of elements is made of.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

Stripes stripes_of(const std::vector<bool>& is_in);

// The elements [m, n] for which `is_in`, if they are such a region, but for at most `holes` of
// 100: wrong values may be right by chance.
std::optional<Region> region_of(int m,
                                int n,
                                const std::function<bool(int row, int col)>& is_in,
                                int holes);

bool is_everything(const Region& region);

// None, or all from one on.
bool is_edge(const Stripes& stripes);

// None, or regular ones.
bool is_regular(const Stripes& stripes);

// The first stripe of those along an edge; `extent` if there are none.
int end_of_right(const Stripes& stripes, int extent);

}  // namespace gemmlab
