// A result from its JSON.
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// The result from a text written by to_json, without the parts that are only shown: metrics and
// model. Throws std::runtime_error for any other text.
Result result_from_json(const std::string& text);

}  // namespace gemmlab
