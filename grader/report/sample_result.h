// A made-up result shared by the converters' tests: one lab passed, one failed, and one could not
// be graded.
#pragma once

#include <string>
#include <vector>

#include "common/facts/finding.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/facts/sample_check.h"
#include "grader/core/result.h"

namespace gemmlab {

LabResult passed_lab();
LabResult failed_lab();
LabResult ungradable_lab();
Result sample_result();
Result result_with(const LabResult& lab);  // only that one

// A check without an outcome yet.
Check planned_check(const std::string& name, int max_points);

// A failed check with the verdict RACE, at that line and line 2.
Check race_at(int line, const std::string& name);

// A missing tail of k.
Cause sample_cause();

// A race of two threads on an element of a tile.
Finding race_finding();

// One fact of each kind, with no field at its default.
std::vector<Fact> every_fact();

// A measured speed: 8.5 times the i-j-k loop.
Speed measured_speed();

}  // namespace gemmlab
