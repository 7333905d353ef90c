// The checks of a lab by stage: planned with their names and points, then made one stage after the
// other.
#pragma once

#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct LabChecks {
  Check file;                     // compiles, is started
  std::vector<Check> shapes;      // one for each of Spec::shapes
  std::vector<Check> large;       // one for each of Spec::large, where there is a GPU
  std::vector<Check> host_entry;  // matmul_host: one, or none
  std::vector<Check> evidence;    // one for each of Spec::evidence
  Check speed;
};

// `spec.shapes` may be replaced by one shape that a person asks for. The large shapes carry no
// points: a lab's points are the same with and without a GPU, but a kernel that fails there has not
// passed, and is not timed.
LabChecks plan_checks(const Spec& spec, bool has_gpu = false);

// Whether no stage has made it yet.
bool is_open(const Check& check);

// Checks that no stage has made yet are not run, or not graded, for this reason.
void close_open(LabChecks& checks, Verdict blamed, Reason reason);
void leave_open_ungraded(LabChecks& checks, Reason reason, const std::string& machine = {});

// The verdict of the values so far; PASSED where nothing speaks against them.
Verdict value_verdict(const LabChecks& checks);

// All of them, as reports list them.
std::vector<Check*> in_order(LabChecks& checks);

}  // namespace gemmlab
