// What differs between workers: how a loaded module is called, and where its operands lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "grader/protocol/messages.h"

namespace gemmlab {

// The module's functions; null where it has none.
struct Entries {
  void (*matmul)(const float*, const float*, float*, int, int, int) = nullptr;
  int (*matmul_host)(const float*, const float*, float*, int, int, int) = nullptr;  // cudaError_t
};

// Thrown where a request cannot go on: the reply to send instead.
struct RequestFailed {
  RunReply reply;
};

[[noreturn]] inline void refuse(DeviceProblem problem) {
  RequestFailed failed;
  failed.reply.device_problem = std::move(problem);
  throw failed;
}

// All functions may throw RequestFailed, but for those that a signal's handler calls.
class Backend {
 public:
  virtual ~Backend() = default;

  // Called once, before anything of the student's is loaded: throws if this machine cannot run
  // modules.
  virtual void open() {}
  // Called once, after the module is loaded.
  virtual void prepare(void* /*module*/) {}

  // Bytes that are free in the memory where operands lie; 0 if that is the host's.
  virtual std::uint64_t free_memory() { return 0; }

  // One call of the requested entry on these matrices, which must exist in `entries`.
  virtual RunReply run(const RunRequest& request,
                       const Entries& entries,
                       const MappedMatrices& matrices) = 0;

  // Told of a time limit by a signal, whose handler gives its context. True if it ends the current
  // run itself, with a reply that says where; false if the program cannot be stopped but with the
  // process.
  virtual bool stop(void* /*ucontext*/) { return false; }
  // For the handler of that signal: whether a kernel is being waited for, rather than host code
  // run.
  virtual bool is_kernel_running() { return false; }

  // For timed calls, where time can be measured: memory that matmul takes operands in, by floats,
  // aligned to 256 bytes, and a clock.
  virtual float* allocate(std::size_t /*count*/) {
    refuse({DeviceTrouble::not_measured, 0, 0, ""});
  }
  virtual void release(float*) {}
  virtual void write(float* /*to*/, const float* /*from_host*/, std::size_t /*count*/) {}
  virtual void read(float* /*to_host*/, const float* /*from*/, std::size_t /*count*/) {}
  virtual void poison(float*, std::size_t /*count*/) {}
  // Has all of it there: what is computed only when it is looked at, page by page, is computed now.
  virtual void touch(const float*, std::size_t /*count*/) {}
  virtual void start_clock() {}
  // Seconds until all that was begun since has ended; waits for that.
  virtual double stop_clock() { return 0; }
};

// This worker's.
Backend& backend();

}  // namespace gemmlab
