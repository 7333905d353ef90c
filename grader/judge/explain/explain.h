// From the failures of a lab to what explains each of them. One bug most likely causes all of a
// lab's failures, so that explainers look at all of them together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/judge/candidate.h"
#include "grader/judge/explain/change_search.h"
#include "grader/judge/plan.h"
#include "grader/judge/values/value_causes.h"

namespace gemmlab {

// A lab, judged: what explainers may use.
struct JudgedLab {
  std::vector<const PlannedCheck*> checks;    // all, in the order of reports, each judged
  std::vector<ShapeRuns> shapes;              // of the values' checks, which come after the file's
  std::optional<ChangeRuns> to_change;        // runs to try small changes in, for the worst failure
  CheckKind changed_for = CheckKind::values;  // the kind of the checks that these are about
  const Candidate* candidate = nullptr;       // null: the file did not run
  const fs::path& source;
  const std::string& text;      // of the source
  const std::string& textbook;  // the solution or its skeleton, which have the same steps
  const std::string& page;      // the lab's page with its hints; may be empty
};

// An account of each check, in their order; empty for those that nothing speaks against.
std::vector<Account> explain(const JudgedLab& lab);

// The same as far as it is known at once: without the line to change, and without what only helps
// where no such line is found.
std::vector<Account> explained_so_far(const JudgedLab& lab);

// Whether that is less, because a line to change is looked for.
bool looks_for_changes(const JudgedLab& lab);

}  // namespace gemmlab
