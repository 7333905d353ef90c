// The slow parts of gemmlab upkeep, which do more than read files: what each checks, and how.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {

constexpr int kSkipped = 77;  // a test's exit code if something it needs is missing, as in Meson

// The scope of one call of the command.
struct Scope {
  const Context& context;
  Course course;
  std::vector<Lab> labs;  // the named labs, else all of the course
  bool is_whole = true;   // no lab was named: also check what belongs to no lab
};

struct PartJob {
  std::string title;               // shown while it runs
  std::function<Problems()> find;  // in a separate process
};

struct Part {
  std::vector<PartJob> jobs;
  std::string skipped;  // why part of it cannot be done here; empty if all can
};

// Sources are formatted according to .clang-format; with named labs, only theirs.
Part formatting(const Scope& scope);

// Judges skeletons, solutions and mutants. Skips a lab without its files or its Spec: another part,
// or unregistered, reports that.
Part skeletons(const Scope& scope);
Part solutions(const Scope& scope);
Part mutants(const Scope& scope);

// Labs whose Spec file does not register a Spec for them.
Problems unregistered(const Scope& scope);

}  // namespace gemmlab
