// The result file, schema "gemmlab.result/1".
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// The result as JSON text. Bytes that are not UTF-8 become U+FFFD; what was not measured is null.
std::string to_json(const Result& result);

}  // namespace gemmlab
