// The differences between workers: how to call a loaded module, and where its operands are.
#pragma once

#include <cstdint>

#include "grader/process/descriptor.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"

namespace gemmlab {

// The module's functions; null if missing.
struct Entries {
  void (*matmul)(const float*, const float*, float*, int, int, int) = nullptr;
  int (*matmul_host)(const float*, const float*, float*, int, int, int) = nullptr;  // cudaError_t
};

// Thrown when a request cannot continue: the reply to send instead.
struct RequestFailed {
  RunReply reply;
};

// Where matmul's operands are.
struct Matrices {
  const float* a = nullptr;
  const float* b = nullptr;
  float* c = nullptr;
};

// All functions may throw RequestFailed, except those called by signal handlers.
class Backend {
 public:
  virtual ~Backend() = default;

  // Called once, before any of the student's code is loaded: throws if this machine cannot run
  // modules, or if a keeper could not share its memory.
  virtual void open(bool /*is_keeper*/) {}
  // Then perhaps: throws if such a block cannot be taken over.
  virtual void try_out(const Descriptor& /*block*/, std::uint64_t /*bytes*/) {}
  // Called once, after the module is loaded.
  virtual void prepare(void* /*module*/) {}

  // Free bytes in the memory for operands; 0 if that is host memory.
  virtual std::uint64_t free_memory() { return 0; }

  // One call of the requested entry, which must exist in `entries`, on these matrices; on a GPU on
  // those in the block.
  virtual RunReply run(const RunRequest& request, const Entries& entries,
                       const MappedMatrices& matrices) = 0;

  // Called when a signal announces a time limit; gets the handler's context. True if it ends the
  // current run itself, with a reply that names the place; false if only ending the process stops
  // the program.
  virtual bool stop(void* /*ucontext*/) { return false; }
  // For that signal's handler: whether we are waiting for a kernel, rather than running host code.
  virtual bool is_kernel_running() { return false; }

  // One call of matmul on matrices of this process's own, in which all elements are equal: for a
  // profiler around it. Nobody judges what comes out.
  virtual void run_once(const Entries&, int /*m*/, int /*n*/, int /*k*/) {}

  // For timed calls, if time can be measured.
  virtual Matrices stage(const StageRequest&) { return {}; }
  virtual void start_clock() {}
  // Waits for all work started since then and returns its duration in seconds.
  virtual double stop_clock() { return 0; }

  // On a GPU: uses a keeper's block from now on.
  virtual void take_over(const Descriptor& /*block*/, std::uint64_t /*bytes*/) {}
  // Or keeps the matrices itself, as a keeper or for want of one. `new_block`: to hand over.
  virtual RunReply place(const PlaceRequest&, Descriptor& /*new_block*/) { return {}; }
  virtual RunReply fetch(const FetchRequest&) { return {}; }
};

// This worker's: each of cpu_backend.cpp, cuda_backend.cpp and sim_backend.cpp defines it, for its
// own executable.
Backend& backend();

}  // namespace gemmlab
