// The parts of gemmlab upkeep: what each looks at, and how.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/process/parallel.h"
#include "grader/upkeep/checks.h"
#include "grader/upkeep/course.h"

namespace gemmlab {

constexpr int kSkipped = 77;  // what tests say where something is not here, as Meson has it

// Work whose answer is a list of problems, as text: see problems_in.
struct Part {
  std::vector<Job> jobs;
  std::string skipped;  // why not all of it can be done here; empty if it can
};

std::string as_text(const Problems& problems);
Problems problems_in(const std::string& text);

// Sources are formatted as .clang-format says. With `labs`, those of these labs alone.
Part formatting(const Course& course, const std::vector<Lab>& labs, bool all);

// Each header compiles by itself.
Part headers(const Context& context, const Course& course);

// What the judge says of skeletons, solutions and mutants. A lab that lacks its files or its Spec
// is left out: that is another part's problem, or is said by unregistered.
Part skeletons(const Context& context, const Course& course, const std::vector<Lab>& labs);
Part solutions(const Context& context, const Course& course, const std::vector<Lab>& labs);
Part mutants(const Context& context, const Course& course, const std::vector<Lab>& labs);

// Labs whose file of a Spec has none for them.
Problems unregistered(const Course& course, const std::vector<Lab>& labs);

}  // namespace gemmlab
