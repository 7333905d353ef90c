// The SIMT simulator as its user sees it: device memory, one run of host code, and a report of what
// the kernels in it did. It knows nothing of labs or grading. One simulator a process; every
// function here is called from the thread that called the first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace simt {

// A position in the student's source. line 0: not known.
struct Site {
  std::string file;
  int line = 0;
  int column = 0;
};

enum class FindingKind {
  // Hard: wrong even where the values come out right. Most severe first.
  out_of_bounds_write,
  out_of_bounds_read,
  misaligned,
  wrong_address_space,  // host pointer in a kernel, or device pointer in host code
  barrier_divergence,   // two barrier sites released together
  deadlock,             // nobody can go on
  race,                 // with a read, or with a different value
  foreign_free,         // cudaFree of a matrix of the caller's
  // Causes: named only where the values are wrong.
  uninitialised_read,
  early_exit,  // threads left before a barrier that others reached
  same_value_race,
};

bool is_hard(FindingKind kind);

struct Finding {
  FindingKind kind = FindingKind::race;
  Site at;                    // the access or barrier
  std::optional<Site> other;  // the other access of a race, the other barrier of a divergence
  std::string message;        // one or two sentences, with thread, block and element
  std::uint64_t count = 1;    // occurrences at these sites
};

struct GlobalCounts {
  std::uint64_t requests = 0;       // one a warp and instruction
  std::uint64_t sectors = 0;        // distinct 32-byte sectors touched
  std::uint64_t bytes = 0;          // active lanes x access size
  std::uint64_t ideal_sectors = 0;  // distinct bytes touched / 32, rounded up a request
};

struct SharedCounts {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;        // passes through the banks; more than ideal: bank conflicts
  std::uint64_t ideal_wavefronts = 0;  // with no conflict
  std::uint64_t bytes = 0;
};

struct Counts {
  GlobalCounts global_load, global_store;
  SharedCounts shared_load, shared_store;
};

// One warp's turn at an access. Offsets count from the start of the variable that its first active
// lane touches; others may lie outside.
struct Example {
  std::array<unsigned, 3> block{};
  unsigned first_thread = 0;  // of the warp in its block, x fastest
  std::string variable;       // "a", "a_tile"
  // Elements in each dimension, outermost first. Empty: not known.
  std::vector<std::int64_t> extents;
  unsigned element_bytes = 4;
  std::vector<unsigned> lanes;        // the active ones
  std::vector<std::int64_t> offsets;  // in bytes, one for each of `lanes`
  std::uint64_t units = 0;            // sectors, or wavefronts
  std::uint64_t ideal_units = 0;
};

// One access as the source says it; one that touches both kinds of memory is two places.
struct Place {
  int column = 0;
  bool shared = false, store = false;
  unsigned bytes = 4;   // a lane
  GlobalCounts global;  // of these two, one is empty
  SharedCounts shared_counts;
  Example example;  // the costliest: most units beyond ideal, then most lanes
};

struct LineCounts {
  Site at;  // column 0: all accesses of the line together
  Counts counts;
  std::vector<Place> places;  // by column; only if the run was looked at closely
};

// Shared loads as instructions and wavefronts, once the compiler has merged neighbours.
struct MergedCounts {
  std::uint64_t requests = 0, wavefronts = 0;
};

struct Metrics {
  Counts total;
  std::vector<LineCounts> lines;  // by file, then line
  std::uint64_t barriers = 0;     // barrier releases, one a block
  // What a program stores by atomics to global memory: active lanes x size. The counts above leave
  // atomics out, as hardware counts them apart.
  std::uint64_t global_atomic_bytes = 0;
  // A prediction; only if the run was looked at closely.
  MergedCounts merged_shared_load;
  bool exact = true;  // false: lanes merged in one request had taken different paths
};

struct Launch {
  std::string kernel;  // as written before <<<
  std::array<unsigned, 3> grid{}, block{};
  std::size_t shared_bytes = 0;  // static (as far as touched) and dynamic, a block
  Site at;
};

// A CUDA call or launch that returned an error, in the order they happened.
struct ApiError {
  int code = 0;      // cudaError_t
  std::string name;  // "cudaErrorInvalidConfiguration"
  std::string
      message;  // CUDA's own text, and what caused it: "... 2048 threads a block; at most 1024"
  std::string call;  // "launch of tiled", "cudaMemcpy"
  Site at;
};

struct Report {
  std::vector<Finding> findings;  // most severe first
  std::vector<ApiError> errors;
  std::vector<Launch> launches;
  Metrics metrics;
  std::uint64_t accesses = 0;              // memory accesses of all lanes
  std::optional<std::string> out_of_time;  // the budget ran out, or the clock: where, in a sentence
  std::string out_of_time_cause;           // likely, in a sentence; empty: nothing special is known
  Site out_of_time_at;
  int live_allocations = 0;  // cudaMalloc'ed in the run and not freed when it ended
  std::uint64_t live_bytes = 0;
};

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
void name_host_matrix(std::string name, const void* host, int rows, int cols);

// Calls `host_code`, which may launch kernels, waits for them, and reports. A fault inside a kernel
// ends that launch with a sticky error, as on a GPU; a fault in host code is the process's.
Report run(const Options& options, const std::function<void()>& host_code);

// Asks a run to stop soon, with out_of_time set: async-signal-safe. If the run is inside a kernel
// loop that touches no memory, the run is left by the signal handler itself.
void stop_from_signal(void* ucontext);

}  // namespace simt
