// The result file, schema "gemmlab.result/1".
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// The result as JSON text. What a lab's object holds follows from source and seed alone, but for a
// speed that was measured. Bytes that are not UTF-8 become U+FFFD; what was not measured is null.
std::string to_json(const Result& result);

}  // namespace gemmlab
