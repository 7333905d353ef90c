// A made-up result that the converters' tests share: one lab passed, one failed, and one that could
// not be graded.
#pragma once

#include <string>

#include "grader/core/result.h"

namespace gemmlab {

LabResult passed_lab();
LabResult failed_lab();
LabResult ungradable_lab();
Result sample_result();  // these three

// A failed check with the verdict RACE, at that line and line 2.
Check race_at(int line, const std::string& name);

// A speed that was measured: 8.5 times the i-j-k loop.
Speed measured_speed();

}  // namespace gemmlab
