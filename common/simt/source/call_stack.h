// The return addresses of the calling thread.
#pragma once

namespace simt {

// Fills `callers` with at most `most` return addresses, innermost first; returns their number. As
// backtrace() does, but in a signal's handler also after the address at which the signal came. Call
// it once outside of handlers: the first call loads a library.
int call_stack(void** callers, int most);

}  // namespace simt
