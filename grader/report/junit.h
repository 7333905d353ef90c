// The result as JUnit XML, laid out as GoogleTest lays it out, for continuous integration.
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

// A test suite a lab, a test case a check; points and verdict are properties. A check that was not
// graded is a skipped case. A lab that did not pass has at least one case that failed, or an error
// if the fault is this machine's.
std::string to_junit(const Result& result);

}  // namespace gemmlab
