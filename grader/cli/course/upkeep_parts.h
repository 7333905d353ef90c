// The parts of gemmlab upkeep that take longer than reading files: what each looks at, and how.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {

constexpr int kSkipped = 77;  // what tests say where something is not here, as Meson has it

// What one call of the command looks at.
struct Scope {
  const Context& context;
  Course course;
  std::vector<Lab> labs;  // those that were named, else all of the course
  bool is_whole = true;   // no lab was named: what belongs to none is looked at too
};

struct PartJob {
  std::string title;               // what is said while it runs
  std::function<Problems()> find;  // in a process of its own
};

struct Part {
  std::vector<PartJob> jobs;
  std::string skipped;  // why not all of it can be done here; empty if it can
};

// Sources are formatted as .clang-format says; of labs that are named, those of these labs alone.
Part formatting(const Scope& scope);

// Each header compiles by itself.
Part headers(const Scope& scope);

// What the judge says of skeletons, solutions and mutants. A lab that lacks its files or its Spec
// is left out: that is another part's problem, or is said by unregistered.
Part skeletons(const Scope& scope);
Part solutions(const Scope& scope);
Part mutants(const Scope& scope);

// Labs whose file of a Spec has none for them.
Problems unregistered(const Scope& scope);

}  // namespace gemmlab
