// The real course on the real machine, for main.
#pragma once

#include "grader/cli/context.h"

namespace gemmlab {

// This build's course, its judge, standard output and error. GEMMLAB_STATE names the state folder;
// by default it is .gemmlab in the tree.
Context open_context();

// From now on the first SIGINT or SIGTERM makes the judge throw Interrupted, when it has ended its
// workers; the second one ends this process.
void interrupt_on_signals();

}  // namespace gemmlab
