// The checks of a lab by stage: planned with their names and points, then run one stage after the
// other.
#pragma once

#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct LabChecks {
  Check file;                     // compiles and starts
  std::vector<Check> shapes;      // one per entry of Spec::shapes
  std::vector<Check> large;       // one per entry of Spec::large, with a GPU
  std::vector<Check> host_entry;  // matmul_host: one, or none
  std::vector<Check> evidence;    // one per entry of Spec::evidence
  Check speed;
};

// The user may replace `spec.shapes` by one shape. The large shapes give no points, so a lab has
// the same points with and without a GPU. But a kernel that fails there has not passed and is not
// timed.
LabChecks plan_checks(const Spec& spec, bool has_gpu = false);

// Whether no stage has run it yet.
inline bool is_open(const Check& check) {
  return check.outcome == CheckOutcome::not_graded && check.reason == Reason::none;
}

// Marks the checks that no stage has run as not run or not graded, with this reason.
void close_open(LabChecks& checks, Verdict blamed, Reason reason);
void leave_open_ungraded(LabChecks& checks, Reason reason, const std::string& machine = {});

// The verdict on the values so far; PASSED if nothing is wrong.
Verdict value_verdict(const LabChecks& checks);

// All checks, in the order of reports.
std::vector<Check*> in_order(LabChecks& checks);

}  // namespace gemmlab
