// Small matrices side by side: input, output and the expected output.
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// A, B, C and the expected values of a run of up to 8x8x8. Elements of C with an error larger than
// fp32 rounding end in '!'. Side by side if they fit into `width` columns.
std::string matrices(const Demonstration& demonstration, int width);

// Whether to show them: if they were requested, or if C is wrong and nothing more severe is.
bool are_matrices_of_use(const LabResult& lab, bool are_asked_for);

}  // namespace gemmlab
