// The checks of a lab by stage: planned with their names and points, judged one stage after the
// other, and finished when all are judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct PlannedCheck {
  CheckPlan plan;
  std::optional<Judgement> judgement = {};  // none: no stage has run it yet

  bool is_open() const { return !judgement; }
  bool has_failed() const { return judgement && judgement->outcome == CheckOutcome::failed; }
  bool has_passed() const { return judgement && judgement->outcome == CheckOutcome::passed; }
};

struct LabChecks {
  PlannedCheck file;                     // compiles and starts
  std::vector<PlannedCheck> shapes;      // one per entry of Spec::shapes
  std::vector<PlannedCheck> large;       // one per entry of Spec::large, with a GPU
  std::vector<PlannedCheck> host_entry;  // matmul_host: one, or none
  std::vector<PlannedCheck> evidence;    // one per entry of Spec::evidence
  std::optional<PlannedCheck> speed;     // none of a step of a staircase
};

// The user may replace `spec.shapes` by one shape. The large shapes give no points, so a lab has
// the same points with and without a GPU. But a kernel that fails there has not passed and is not
// timed.
LabChecks plan_checks(const Spec& spec, bool has_gpu = false);

// Judges the checks that no stage has run as not run or not graded, with this reason.
void close_open(LabChecks& checks, Verdict blamed, Reason reason);
void leave_open_ungraded(LabChecks& checks, Reason reason, const std::string& machine = {});

// The same for all of a stage's checks, open or not.
void close_all(std::vector<PlannedCheck>& stage, Verdict blamed, Reason reason);

// The verdict of the headline of what is judged so far; PASSED if nothing is wrong.
Verdict gravest_of(const std::vector<Judgement>& judgements);

// The same for the values.
Verdict value_verdict(const LabChecks& checks);

// All checks, in the order of reports: the file's, then the shapes', the large ones, the others.
std::vector<PlannedCheck*> in_order(LabChecks& checks);

}  // namespace gemmlab
