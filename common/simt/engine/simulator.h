// The interface of the SIMT simulator: device memory, one run of host code, and a report of what
// its kernels did. It knows nothing about labs or grading. One simulator per process; call every
// function from the thread that made the first call.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"

namespace simt {

// Sets the module (from dlopen) that the next run() uses. What its constructors have done stays:
// device memory, streams, what kernels are allowed.
void attach(void* module);
// Forgets all that a module did: before dlopen loads another.
void detach();

// Allocates device memory for rows x cols floats, with a name so that messages can say "a[5][3]".
// Exactly bounded, 256-byte aligned, never written. Throws std::bad_alloc.
void* allocate(std::string name, int rows, int cols);

// Copies between host and device memory, outside any run; upload marks its bytes as written.
void upload(void* device, const void* host, std::size_t bytes);
void download(void* host, const void* device, std::size_t bytes);

// Copies to device memory without marking it as written: the content of a buffer before the first
// store. (The worker poisons C in this way.)
void fill_unwritten(void* device, const void* host, std::size_t bytes);

// Whether a kernel has stored to memory from allocate() since its upload(), be it the same value;
// unknown after a run that did not look at all blocks.
bool was_stored_to(const void* device);

// Frees memory from allocate().
void release(void* device);

// Forgets errors and the names of host matrices before another call of the same program. All else
// lives as long as the process: device memory and variables, streams, events, what the streams
// still have to do, and what kernels are allowed.
void forget_errors();

// Frees all device memory, including the student's leaks, forgets what streams have to do, and
// clears errors and __device__ state. Keeps static variables of host code, and what they may refer
// to: streams, events, what kernels are allowed, and allocations that such a variable points to.
void reset();

// Names host matrices (matmul_host): cudaMalloc'ed blocks with exactly this many bytes are then
// called "the allocation the size of a". reset() forgets the names.
void name_host_matrix(std::string name, int rows, int cols);

// Calls `host_code`, which may launch kernels, waits for them, and reports. A fault inside a kernel
// ends that launch with a sticky error, as on a GPU; a fault in host code ends the process.
RunReport run(const Options& options, const std::function<void()>& host_code);

}  // namespace simt
