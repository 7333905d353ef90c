// Lines that a failure of memory is about, by what its fact tells.
#pragma once

#include <string>
#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

// A barrier that did not run between the accesses of a race. Needs a Race.
std::vector<int> idle_barrier(const Failure& failure);

// Where tiles are stored to under a guard alone, if what is missing can be due to it. Needs an
// UnwrittenRead.
std::vector<int> guarded_tile_stores(const Failure& failure, const std::string& text);

// Where a size in bytes is given in elements.
std::vector<int> sizes_in_elements(const Failure& failure, const std::string& text);

// Where the host first uses pointers that nothing sets, if the failure can be due to them.
std::vector<int> unset_pointers(const Failure& failure, const std::string& text);

}  // namespace gemmlab
