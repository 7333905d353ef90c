// Ctrl-C: a flag that a signal handler sets and long work looks at.
#pragma once

namespace gemmlab {

// Throws Interrupted if request_interrupt() was called.
void throw_if_interrupted();

}  // namespace gemmlab
