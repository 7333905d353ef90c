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

// Called once, before anything of the student's is loaded. Throws RequestFailed if this machine
// cannot run modules.
void open_backend();

// Called once, after the module is loaded.
void prepare_backend(void* module);

// Bytes that are free in the memory where operands lie; 0 if that is the host's.
std::uint64_t free_memory();

// One call of the requested entry on these matrices, which must exist in `entries`. Throws
// RequestFailed.
RunReply run_backend(const RunRequest& request,
                     const Entries& entries,
                     const MappedMatrices& matrices);

// Told of a time limit by a signal, whose handler gives its context. True if it ends the current
// run itself, with a reply that says where; false if the program cannot be stopped but with the
// process.
bool stop_backend(void* ucontext);

// For the handler of that signal: whether a kernel is being waited for, rather than host code run.
bool is_kernel_running();

// For timed calls: memory that matmul takes operands in, by floats, aligned to 256 bytes, and a
// clock. All throw RequestFailed.
float* allocate_floats(std::size_t count);
void release_floats(float* memory);
void write_floats(float* to, const float* from_host, std::size_t count);
void read_floats(float* to_host, const float* from, std::size_t count);
void poison_floats(float* memory, std::size_t count);
// Has all of it there: what is computed only when it is looked at, page by page, is computed now.
void touch_floats(const float* memory, std::size_t count);
void start_clock();
double stop_clock();  // seconds until all that was begun since has ended; waits for that

}  // namespace gemmlab
