// What differs between workers: how a loaded module is called.
#pragma once

#include "grader/protocol/messages.h"

namespace gemmlab {

// The module's functions; null where it has none.
struct Entries {
  void (*matmul)(const float*, const float*, float*, int, int, int) = nullptr;
  int (*matmul_host)(const float*, const float*, float*, int, int, int) = nullptr;  // cudaError_t
};

// Called once, after the module is loaded.
void prepare_backend(void* module);

// One call of the requested entry on these matrices, which must exist in `entries`.
RunReply run_backend(const RunRequest& request,
                     const Entries& entries,
                     const MappedMatrices& matrices);

// Told of a time limit by a signal, whose handler gives its context. True if it ends the current
// run itself, with a reply that says where; false if the program cannot be stopped but with the
// process.
bool stop_backend(void* ucontext);

}  // namespace gemmlab
