// The SIMT simulator as its user sees it: device memory, one run of host code, and a report of what
// the kernels in it did. It knows nothing of labs or grading. One simulator a process; every
// function here is called from the thread that called the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "common/facts/run_report.h"

namespace simt {

using namespace gemmlab;  // the facts of a run

struct Options {
  std::uint64_t seed = 0;           // shuffles lanes, warps and blocks; 0: natural order
  std::uint64_t access_budget = 0;  // accesses after which the run is stopped; 0: no limit
  int threads = 1;                  // OS threads that blocks are spread over
  bool fail_launches = false;       // every launch returns cudaErrorLaunchOutOfResources
  bool closely = false;             // with examples and predictions; some times slower
};

// Tells the simulator which module (from dlopen) it runs next, before run().
void attach(void* module);

// What device memory holds until something is written to it: a NaN of its own.
inline constexpr std::uint32_t kUnwrittenBits = 0x7fa5a5a5u;

// Device memory of rows x cols floats, named so that messages can say "a[5][3]". Exactly bounded,
// 256-byte aligned, never written so far. Throws std::bad_alloc.
void* allocate(std::string name, int rows, int cols);

// Copies between host and device memory, outside any run; upload marks its bytes as written.
void upload(void* device, const void* host, std::size_t bytes);
void download(void* host, const void* device, std::size_t bytes);

// Copies to device memory without marking it as written: what a buffer holds before anyone stores
// to it. (The worker poisons C so.)
void fill_unwritten(void* device, const void* host, std::size_t bytes);

// Frees what allocate() gave.
void release(void* device);

// Forgets errors and the names of host matrices before another call of the same program, whose
// device memory and variables stay as they are.
void forget_errors();

// Frees all device memory, the student's leaks included, and clears errors and __device__ state.
// Static variables of host code stay as they are, and so does what the student allocated and keeps
// a static pointer to.
void reset();

// Names host matrices too (matmul_host): cudaMalloc'ed blocks of just this many bytes are then
// called "the allocation the size of a". Forgotten by reset().
void name_host_matrix(std::string name, int rows, int cols);

// Calls `host_code`, which may launch kernels, waits for them, and reports. A fault inside a kernel
// ends that launch with a sticky error, as on a GPU; a fault in host code is the process's.
RunReport run(const Options& options, const std::function<void()>& host_code);

// Asks a run to stop soon, with out_of_time set: async-signal-safe. If the run is inside a kernel
// loop that touches no memory, the run is left by the signal handler itself.
void stop_from_signal(void* ucontext);

}  // namespace simt
