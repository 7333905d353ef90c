// The checks of a lab, before any has run.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Places of the checks in LabResult::checks.
struct Plan {
  std::size_t file = 0;             // compiles, is started
  std::vector<std::size_t> shapes;  // one for each of Spec::shapes
  std::vector<std::size_t> large;   // one for each of Spec::large, where there is a GPU
  std::optional<std::size_t> host_entry;
  std::vector<std::size_t> evidence;  // one for each of Spec::evidence
  std::size_t speed = 0;
};

// Fills lab.checks, all of them not graded yet, with names and points. `spec.shapes` may be
// replaced by one shape that a person asks for: then `shapes` has that one, and nothing carries
// points but it. The large shapes carry none: a lab's points are the same with and without a GPU,
// but a kernel that fails there has not passed, and is not timed.
Plan plan_checks(const Spec& spec, LabResult& lab, bool has_gpu = false);

std::string check_name(const Evidence& evidence);

void pass(Check& check);
void fail(Check& check, Verdict verdict, std::string message);

// Fails every check that has not been graded yet: nothing was examined, and why.
void fail_the_rest(LabResult& lab, Verdict verdict, const std::string& why);

// The step of the student's own file, "3.2", that a line belongs to: the last step whose comment
// comes before it, or the first of several that share a gap. Empty if the file names no steps
// before it.
std::string step_at(const std::string& source, int line);

}  // namespace gemmlab
