// The differences between workers: how to call a loaded module, and where its operands are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "grader/protocol/messages.h"

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

[[noreturn]] inline void refuse(DeviceProblem problem) {
  RequestFailed failed;
  failed.reply.device_problem = std::move(problem);
  throw failed;
}

// All functions may throw RequestFailed, except those called by signal handlers.
class Backend {
 public:
  virtual ~Backend() = default;

  // Called once, before any of the student's code is loaded: throws if this machine cannot run
  // modules.
  virtual void open() {}
  // Called once, after the module is loaded.
  virtual void prepare(void* /*module*/) {}

  // Free bytes in the memory for operands; 0 if that is host memory.
  virtual std::uint64_t free_memory() { return 0; }

  // One call of the requested entry, which must exist in `entries`, on these matrices.
  virtual RunReply run(const RunRequest& request, const Entries& entries,
                       const MappedMatrices& matrices) = 0;

  // Called when a signal announces a time limit; gets the handler's context. True if it ends the
  // current run itself, with a reply that names the place; false if only ending the process stops
  // the program.
  virtual bool stop(void* /*ucontext*/) { return false; }
  // For that signal's handler: whether we are waiting for a kernel, rather than running host code.
  virtual bool is_kernel_running() { return false; }

  // For timed calls, if time can be measured: memory for matmul's operands, in floats, aligned to
  // 256 bytes, and a clock.
  virtual float* allocate(std::size_t /*count*/) {
    refuse({DeviceTrouble::not_measured, 0, 0, ""});
  }
  virtual void release(float*) {}
  virtual void write(float* /*to*/, const float* /*from_host*/, std::size_t /*count*/) {}
  virtual void read(float* /*to_host*/, const float* /*from*/, std::size_t /*count*/) {}
  virtual void poison(float*, std::size_t /*count*/) {}
  // Makes all of it present: computes now what would otherwise be computed on access, page by page.
  virtual void touch(const float*, std::size_t /*count*/) {}
  virtual void start_clock() {}
  // Waits for all work started since then and returns its duration in seconds.
  virtual double stop_clock() { return 0; }
};

// This worker's backend.
Backend& backend();

}  // namespace gemmlab
