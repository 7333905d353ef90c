// A result as JSON, from which junit.py makes JUnit XML.
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

inline constexpr const char* kResultSchema = "gemmlab.result/2";

// JSON text of that schema. A lab's object depends only on source and seed, except for
// a measured speed. Every text is printable; values that were not measured are null.
std::string to_json(const Result& result);

}  // namespace gemmlab
