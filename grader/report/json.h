// The result file, schema "gemmlab.result/2".
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// The result as JSON text. What a lab's object holds follows from source and seed alone, but for a
// speed that was measured. Bytes that are not UTF-8 become U+FFFD; what was not measured is null.
std::string to_json(const Result& result);

// The result that a text of to_json's tells of, without what it only shows: metrics and model.
// Throws std::runtime_error for any other text.
Result result_from_json(const std::string& text);

}  // namespace gemmlab
