// What the text of a lab file adds to what a run has shown.
#pragma once

#include <string>
#include <vector>

#include "common/facts/counts.h"
#include "grader/changes/source_accesses.h"
#include "grader/core/facts/check.h"

namespace gemmlab {

// A race across a loop's phases, past a barrier that did not run, or in shared memory that has two
// names is told as one; an index, a factor or a pointer by its name; extents of a matrix that no
// condition asks for; and that host code computes what a kernel should. `counts`: of the run.
void tell_by_text(Failure& failure, const RunCounts& counts, const std::string& text);

// Guards without else of stores to what a read found unwritten, as far as the text tells.
std::vector<SourceAccesses::GuardedStore> guards_of_unwritten(const Failure& failure,
                                                              const std::string& text);

// Whether such a guard is why a tile was not written: certainly, if nothing is missing at shapes
// that tiles divide (`is_right_inside`); else where a shape has edges.
void tell_of_edges(Failure& failure, const std::string& text, bool is_right_inside, bool has_edges);

}  // namespace gemmlab
