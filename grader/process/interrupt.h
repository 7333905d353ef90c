// Ctrl-C: a flag that a signal handler sets and long work looks at.
#pragma once

namespace gemmlab {

// Thrown by long work once it was asked to end; compilers and workers of its own are killed.
struct Interrupted {};

// May be called from a signal handler.
void request_interrupt();

// Throws Interrupted if request_interrupt() was called.
void throw_if_interrupted();

}  // namespace gemmlab
