// Small matrices side by side: what went in, what came out, and what should have.
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// A, B, C and the expected values of a run of up to 8x8x8. Elements of C that are wrong, beyond
// what fp32 rounding explains, end in '!'. Side by side as far as `width` columns go.
std::string matrices(const Demonstration& demonstration, int width);

// Whether they are of use: if they were asked for, or if C is wrong there and nothing graver is.
bool are_matrices_of_use(const LabResult& lab, bool are_asked_for);

}  // namespace gemmlab
