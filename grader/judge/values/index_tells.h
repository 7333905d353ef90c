// What a lab file's text tells of an index that was wrong.
#pragma once

#include "common/facts/finding.h"
#include "grader/changes/source_accesses.h"
#include "grader/changes/source_lines.h"

namespace gemmlab {

// With a barrier between store and read, what is read may be elsewhere than what was stored.
void tell_of_index(const Finding& finding, Race& race, const SourceLines& lines);

// Names a variable of an index below 0 that cannot hold an extent of the matrix.
void tell_of_narrow(BadAccess& bad, int line, const SourceLines& lines);

// Names what a store's line stores to, and the thread's indices that its index lacks.
void tell_of_store(const Finding& finding, Race& race, const SourceAccesses& accesses);

// Whether one statement reads and stores elements of a shared variable, and each thread does so for
// all of them.
bool is_done_by_all(const Finding& finding, Race race, const SourceAccesses& accesses);

}  // namespace gemmlab
