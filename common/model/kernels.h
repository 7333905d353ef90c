// How the labs' kernels divide C among blocks and threads, and what follows: launch, shared memory,
// traffic, loads that wait for one another in an SM, and the sectors of global memory that one load
// of a warp touches. All functions are pure.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "common/model/devices.h"

namespace gemmlab::model {

inline constexpr int kFloat = 4;    // bytes
inline constexpr int kSector = 32;  // bytes: the unit of memory transfers

// For a warp's multiply-add.
inline constexpr double kFlopsOfWarp = 2.0 * kWarp;

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
  int padding = 0;       // floats behind the rows of one set of tiles
  int stages = 1;        // sets of tiles
  int other_shared = 0;  // floats in shared memory that are no tiles
  // Above 1: a warp multiplies on tensor cores, in TF32, and what is a thread's above is a warp's:
  // rows and columns of fragments this high and wide.
  int fragment = 1;

  int threads() const { return block_x * block_y; }
};

// The kernels of the texts and labs.
Kernel naive_kernel(int width);  // of a block, in threads
Kernel tiled_kernel(int tile);
Kernel multi_output_kernel(int tile, int outputs);
Kernel register_tile_kernel(int tile_rows, int tile_cols, int tile_depth, int rows, int cols);
// A's tile transposed, and both read by quads.
Kernel wide_kernel(int tile, int depth, int sums, int stages = 1);
// Each warp has fragments x fragments of 16 x 16 elements, and rounds what it loads.
Kernel tensor_kernel(int tile, int depth, int fragments);
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
double load_instructions_per_fma(const Kernel& kernel);  // and of rounding what was loaded

// Sectors that lanes 0 to 31 of a warp touch together; `element` gives each lane's float, as an
// index from the start of an aligned array.
int sectors(const std::function<std::int64_t(int lane)>& element);

// Sectors per request of the naive kernel at width n, a multiple of 32, with blocks of 16 x 16
// threads: x along a row of C, or (transposed) along a column.
double naive_sectors(std::int64_t n, bool transposed);

// The same for the kernel with 64 threads that each have a row of A, and strips of B with 16
// columns and 4 rows in shared memory.
double joint_sectors(std::int64_t n);

}  // namespace gemmlab::model
