// A made-up result that the converters' tests share: one lab passed, one failed, and one that could
// not be graded.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

LabResult passed_lab();
LabResult failed_lab();
LabResult ungradable_lab();
Result sample_result();                    // these three
Result result_with(const LabResult& lab);  // that one alone

// A check that nothing came of yet.
Check planned_check(const std::string& name, int max_points);

// A failed check with the verdict RACE, at that line and line 2.
Check race_at(int line, const std::string& name);

// That the tail of k is missing.
Cause sample_cause();

// A race of two threads on an element of a tile.
Finding race_finding();

// One of each kind of fact, no field of which is as it is by default.
std::vector<Fact> every_fact();

// A speed that was measured: 8.5 times the i-j-k loop.
Speed measured_speed();

}  // namespace gemmlab
