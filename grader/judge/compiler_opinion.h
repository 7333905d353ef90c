// What the compiler's warnings mean for checks of values.
#pragma once

#include <cstddef>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

// `places` of the checks of values in `lab`, whose warnings are read.

// Where the compiler has proved that a loop leaves an array, or overflows, values that come out
// right do so by luck: what lies beside the array decides. Fails them all, then.
void heed_proofs(const std::vector<std::size_t>& places, LabResult& lab);

// Quotes what may be the cause, once, at the first values that came out wrong.
void quote_compiler(const std::vector<std::size_t>& places, LabResult& lab);

}  // namespace gemmlab
