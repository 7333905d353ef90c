// GPUs in the model: what one multiprocessor (SM) can hold and start, how many there are, and how
// fast memory is. From capabilities.table and gpus.table.
//
// How the labs' kernels divide C among blocks and threads, and what follows: launch, shared memory,
// traffic, loads that wait for one another in an SM, and the sectors of global memory that one load
// of a warp touches. And what limits a kernel's rate: arithmetic, instruction issue, the pipe to L1
// and shared memory, and memory. All functions of kernels are pure.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"

namespace gemmlab::model {

inline constexpr int kWarp = 32;  // threads

template <typename Integer>
constexpr Integer divided_up(Integer value, Integer unit) {
  return (value + unit - 1) / unit;
}

// One multiprocessor of a compute capability; capabilities.table explains each number.
struct Limits {
  int architecture = 0;  // 90: compute capability 9.0
  int lanes = 0, fp64_lanes = 0;
  int schedulers = 0;
  double wavefronts = 0;
  bool unified = false;
  int threads = 0, blocks = 0;
  int registers = 0, register_unit = 0;
  int parts = 0;  // that allocate registers to warps; 0: registers are allocated to whole blocks
  int block_registers = 0, thread_registers = 0;
  int shared = 0, shared_unit = 0, block_shared = 0, reserved = 0;  // bytes
  int block_threads = 0;

  int warps() const { return threads / kWarp; }
};

struct Device {
  std::string id;    // "h200"
  std::string name;  // "H200"
  Limits limits;
  int multiprocessors = 0;
  double clock_hz = 0;   // boost
  double bandwidth = 0;  // bytes per second; 0: unknown
  std::int64_t l2_bytes = 0;
  double stated_flops = 0, stated_clock_hz = 0;  // the vendor's peak, and the clock rate for it
  std::string source;
};

// fp32 or fp64 operations per second if every lane starts a multiply-add each clock cycle.
inline double peak_flops(const Device& device) {
  return 2.0 * device.limits.lanes * device.multiprocessors * device.clock_hz;
}
inline double peak_fp64_flops(const Device& device) {
  return 2.0 * device.limits.fp64_lanes * device.multiprocessors * device.clock_hz;
}

// The rows of the tables.
const std::vector<Limits>& capabilities();
const std::vector<Device>& devices();

// The row of an architecture (90), or of the closest older one that is similar; null if there is
// none.
const Limits* limits_of(int architecture);

// The GPU that the user names by id or name, ignoring case, blanks and brand words: "h200", "RTX
// 4090", "NVIDIA GeForce RTX 4090". Null if none.
const Device* find_device(std::string_view word);

// The GPU with that id, which the table must have. Throws std::logic_error.
const Device& device(std::string_view id);

// Read the tables; `name` is for messages. Throw TableError with line and column.
std::vector<Limits> read_capabilities(std::string_view text, const std::string& name);
std::vector<Device> read_devices(std::string_view text, const std::string& name,
                                 const std::vector<Limits>& capabilities);

// The resources of a block.
struct BlockNeeds {
  int threads = 0;
  int shared_bytes = 0;
  int registers = 0;  // per thread; 0: unknown, and not a limit
};

enum class Limit { threads, blocks, shared_memory, registers, block_too_large };

struct Occupancy {
  int blocks = 0;                       // at once; 0: the launch fails
  Limit limit = Limit::threads;         // the limit that allows no more
  int by_threads = 0, by_blocks = 0;    // with only this limit
  int by_shared = 0, by_registers = 0;  // kUnlimited if none is needed
  int warps = 0;                        // resident
  double share = 0;                     // of the maximum number of warps
};

inline constexpr int kUnlimited = 1 << 20;

// Blocks count whole warps; shared memory and registers are allocated in units, registers to warps
// (before 2.0, to blocks). Source: CUDA Occupancy Calculator and cuda_occupancy.h.
Occupancy occupancy(const Limits& limits, const BlockNeeds& block);

// Clock cycles in which the schedulers issue one instruction for each of this many warps, one per
// scheduler and cycle.
inline int clocks_to_issue(const Limits& limits, int warps) {
  return divided_up(warps, limits.schedulers);
}

inline constexpr int kFloat = 4;    // bytes
inline constexpr int kSector = 32;  // bytes: the unit of memory transfers

// The cost for a warp to read one element of an operand in its innermost loop: passes (wavefronts)
// through the pipe to L1 and shared memory, and instructions.
struct Read {
  double wavefronts = 1, instructions = 1;
};

// One 4-byte load, without conflicts.
inline constexpr Read kScalarRead{1, 1};

// The memory from which a kernel reads an operand in its innermost loop.
enum class From { global, shared };

struct Operand {
  From from = From::shared;
  Read read = kScalarRead;
  double sectors = 0;  // of global memory that a warp touches at a time; not for shared
};

struct Kernel {
  std::string_view lab;                  // "03"; empty: not a lab's textbook solution
  int block_x = 0, block_y = 0;          // threads
  int tile_rows = 0, tile_cols = 0;      // of C, per block
  int tile_depth = 0;                    // elements of k in shared memory at a time; 0: none
  int thread_rows = 1, thread_cols = 1;  // of C, per thread
  Operand a, b;

  int threads() const { return block_x * block_y; }
};

// The kernels of the texts and labs.
Kernel naive_kernel(int width);  // of a block, in threads
Kernel tiled_kernel(int tile);
Kernel multi_output_kernel(int tile, int outputs);
Kernel register_tile_kernel(int tile_rows, int tile_cols, int tile_depth, int rows, int cols);
// 64 threads, each with one row of C and this many columns; a strip of B in shared memory, A
// directly from global memory into a register.
Kernel one_operand_kernel(int columns, int depth);

// The launches of the textbook solutions, in the order of the labs; lab 01 has no kernel. A test
// compares them with the solutions.
const std::vector<Kernel>& textbook_kernels();
const Kernel* textbook_kernel(std::string_view lab);  // by id; null if none

std::array<std::int64_t, 2> grid(const Kernel& kernel, std::int64_t m, std::int64_t n);
int shared_bytes(const Kernel& kernel);  // static, per block

// Elements that all threads together load from and store to global memory. Guarded kernels load
// nothing past an edge, so this is correct for any extents; only lab 03's kernel needs multiples of
// its tile.
struct Traffic {
  std::int64_t a_loads = 0, b_loads = 0, stores = 0;

  std::int64_t bytes() const { return kFloat * (a_loads + b_loads + stores); }
};
Traffic traffic(const Kernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k);

// Traffic over 2mnk operations; for large matrices, where stores hardly matter.
double bytes_per_flop(const Kernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k);
double bytes_per_flop(const Kernel& kernel);

// Bytes of global memory per operation if no sector hits a cache. Fewer than the threads load: a
// warp's loads from one sector move it once.
double moved_bytes_per_flop(const Kernel& kernel);

// For a thread's innermost loop, per multiply-add: elements read from shared memory according to
// the source; wavefronts and instructions of a warp after compiler optimisation.
double shared_loads_per_fma(const Kernel& kernel);
double wavefronts_per_fma(const Kernel& kernel);
double load_instructions_per_fma(const Kernel& kernel);

// Sectors that lanes 0 to 31 of a warp touch together; `element` gives each lane's float, as an
// index from the start of an aligned array.
int sectors(const std::function<std::int64_t(int lane)>& element);

// Sectors per request of the naive kernel at width n, a multiple of 32, with blocks of 16 x 16
// threads: x along a row of C, or (transposed) along a column.
double naive_sectors(std::int64_t n, bool transposed);

// The same for the kernel with 64 threads that each have a row of A, and strips of B with 16
// columns and 4 rows in shared memory.
double joint_sectors(std::int64_t n);

// ---- what limits its rate ----

// Operations per second that the memory bandwidth allows.
constexpr double flops_by_memory(double bytes_per_second, double bytes_per_flop) {
  return bytes_per_second / bytes_per_flop;
}
// Bandwidth in bytes per second for this many operations per second.
constexpr double bandwidth_for(double flops, double bytes_per_flop) {
  return flops * bytes_per_flop;
}
// With fewer operations per byte than this, a kernel waits for memory.
constexpr double balance(double peak_flops, double bytes_per_second) {
  return peak_flops / bytes_per_second;
}

// Bytes per operation of a kernel that loads two operands for each multiply-add and uses each of
// them `reuse` times: 4 for floats without reuse.
constexpr double bytes_per_flop_with(double reuse, int element_bytes) {
  return element_bytes / reuse;
}

// 2 m n k: a multiply-add is two operations.
constexpr double operations(double m, double n, double k) {
  return 2 * m * n * k;
}

// Little's law: how much must be in flight so that a unit is never idle.
constexpr double in_flight(double latency, double throughput) {
  return latency * throughput;
}

enum class Bound { arithmetic, issue, pipe, memory };

// Operations per second with only this limit; 0: not modelled.
struct Bounds {
  double arithmetic = 0;
  double issue = 0;   // instructions: multiply-adds and loads; since 7.0, one a scheduler and clock
  double pipe = 0;    // L1 and shared memory, combined since 7.0; before, shared memory alone
  double memory = 0;  // if no sector hits a cache
  double at_most = 0;  // the minimum. Since 7.0 without memory's: caches serve many loads
  Bound binding = Bound::arithmetic;  // the minimum's
};

Bounds bounds(const Kernel& kernel, const Device& device);

// The rate that one limit allows.
inline double allowed(const Bounds& bounds, Bound bound) {
  return std::array{bounds.arithmetic, bounds.issue, bounds.pipe, bounds.memory}[int(bound)];
}

// The model's prediction for a lab's textbook solution at one shape, to be stored in results.
struct Prediction {
  std::array<std::int64_t, 3> shape{};  // m, n, k for all counts
  std::array<std::int64_t, 2> grid{};
  std::array<int, 2> block{};
  int shared_bytes = 0;  // static, per block
  double bytes_per_flop = 0;
  double shared_loads_per_fma = 0;  // according to the source

  std::string gpu;           // empty: none, and then no rate
  double at_most_flops = 0;  // for large matrices
  Bound binding = Bound::arithmetic;
};

// `device` may be null. Empty if the lab with this id launches no kernel.
std::optional<Prediction> predict(std::string_view lab, const std::array<std::int64_t, 3>& shape,
                                  const Device* device);

}  // namespace gemmlab::model

namespace gemmlab {
GEMMLAB_NAMES(model::Limit, threads, blocks, shared_memory, registers, block_too_large)
GEMMLAB_NAMES_IN(model::Bound,
                 "arithmetic, issuing instructions, the L1/shared-memory pipe, "
                 "memory without cache hits")
}  // namespace gemmlab
