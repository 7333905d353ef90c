// The result file, schema "gemmlab.result/2".
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// The result as JSON text. A lab's object depends only on source and seed, except for a measured
// speed. Bytes that are not UTF-8 become U+FFFD; values that were not measured are null.
std::string to_json(const Result& result);

// The result from a text written by to_json, without the parts that are only shown: metrics and
// model. Throws std::runtime_error for any other text.
Result result_from_json(const std::string& text);

}  // namespace gemmlab
