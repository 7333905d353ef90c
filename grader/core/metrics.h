// What the simulator counts in a run, as hardware counters do.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "grader/core/spec.h"

namespace gemmlab {

struct LaunchShape {
  std::array<unsigned, 3> grid{}, block{};
  std::uint64_t shared_bytes = 0;
};

struct AccessCounts {
  std::uint64_t requests = 0;  // one a warp and instruction
  std::uint64_t units = 0;     // sectors of global, wavefronts of shared accesses
  std::uint64_t ideal_units = 0;
  std::uint64_t bytes = 0;  // active lanes x access size
};

// What shared loads become when the compiler has merged neighbouring ones into wide instructions
// (LDS.64, LDS.128): a prediction.
struct MergedCounts {
  std::uint64_t requests = 0, units = 0;
};

enum class Space { global, shared };

// One warp's turn at an access. Addresses count from the start of one variable, which may be left
// by some lanes.
struct WarpExample {
  std::array<unsigned, 3> block{};
  unsigned first_thread = 0;  // of the warp in its block, x fastest
  std::string variable;       // "a", "a_tile", "the 2nd cudaMalloc'ed block"
  // Elements in each dimension, outermost first: {rows, columns} of a matrix. Empty: not known.
  std::vector<std::int64_t> extents;
  unsigned element_bytes = 4;
  std::vector<unsigned> lanes;        // the active ones
  std::vector<std::int64_t> offsets;  // bytes from the variable's start, one for each of `lanes`
  std::uint64_t units = 0, ideal_units = 0;
};

// A place in the source that touches memory: one instruction as the source says it.
struct AccessPlace {
  int column = 0;
  Space space = Space::global;
  bool is_store = false;
  unsigned bytes = 4;  // that a lane accesses at once
  AccessCounts counts;
  WarpExample example;  // the costliest: most units beyond ideal, then most lanes
};

struct LineMetrics {
  std::string file;
  int line = 0;
  AccessCounts global_load, global_store, shared_load, shared_store;
  std::vector<AccessPlace> places;  // by column
  std::string source = {};          // its text, if the line is in the student's file
};

// Counted at `shape`.
struct Metrics {
  Shape shape;
  std::vector<LaunchShape> launches;
  AccessCounts global_load, global_store, shared_load, shared_store;
  MergedCounts merged_shared_load;
  std::uint64_t global_atomic_bytes = 0;  // what atomics update
  std::uint64_t barriers = 0;
  double bytes_per_flop = 0;  // global load and store bytes / 2mnk
  bool exact = true;          // false: lanes that took different ways were counted together
  std::vector<LineMetrics> lines;
};

// Derived from the counts, each in plain words on the lab pages. 0 where there is nothing to
// divide by.
double reuse(const Metrics& metrics);               // uses of each float loaded: 4 / bytes_per_flop
double sectors_over_ideal(const Metrics& metrics);  // touched / what the bytes would fill, packed
double shared_loads_per_fma(const Metrics& metrics);  // floats loaded for each multiply-add
double conflict_degree(const Metrics& metrics);       // passes / passes without bank conflicts

}  // namespace gemmlab
