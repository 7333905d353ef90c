// Grids that make C right, and that nobody means.
#pragma once

#include <cstdint>

#include "grader/judge/values/trial.h"

namespace gemmlab {

// Of the launch that stored to C; 0: unknown.
std::uint64_t blocks_of(const Trial& trial);

// Of all launches together.
double launched_blocks(const Trial& trial);

// Whether C is right only because blocks overlap, or because there are far more of them than before
// (`usual`) and than store anything. `usual` 0: unknown.
bool has_odd_grid(const Trial& trial, std::uint64_t usual);

}  // namespace gemmlab
