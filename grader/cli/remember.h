// Progress across calls, as far as this tree lets us: what goes wrong is a note, never an end.
#pragma once

#include "grader/cli/context.h"
#include "grader/cli/journal.h"
#include "grader/cli/progress.h"

namespace gemmlab {

// The student's progress so far. Says on `err` if what was kept is not in order.
Progress recall(const Context& context);

// Keeps one more entry. False, and a line on `err`, if that cannot be done.
bool remember(const Context& context, const JournalEntry& entry);

}  // namespace gemmlab
