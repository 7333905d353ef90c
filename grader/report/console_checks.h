// The part of the console report that tells of checks that did not pass.
#pragma once

#include <string>

#include "grader/report/console.h"

namespace gemmlab {

Ink verdict_ink(Verdict verdict);

// What failed, gravest first, and what was not run. Checks that failed in the same way at the same
// place are told of once. Empty if there is nothing to tell.
std::string console_checks(const LabResult& lab, const ConsoleOptions& options);

}  // namespace gemmlab
