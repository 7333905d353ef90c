// What is counted in a run, as hardware counters do.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/place.h"

namespace gemmlab {

struct LaunchShape {
  std::array<unsigned, 3> grid{}, block{};
  std::uint64_t shared_bytes = 0;  // static (as far as touched) and dynamic, a block
  std::string kernel = {};         // as written before <<<; empty: not known
};

struct AccessCounts {
  std::uint64_t requests = 0;     // one a warp and instruction
  std::uint64_t units = 0;        // sectors of global, wavefronts of shared accesses
  std::uint64_t ideal_units = 0;  // that the bytes would fill, or with no bank conflict
  std::uint64_t bytes = 0;        // active lanes x access size

  AccessCounts& operator+=(const AccessCounts& other) {
    requests += other.requests;
    units += other.units;
    ideal_units += other.ideal_units;
    bytes += other.bytes;
    return *this;
  }
};

// What shared loads become when the compiler has merged neighbouring ones into wide instructions
// (LDS.64, LDS.128): a prediction.
struct MergedCounts {
  std::uint64_t requests = 0, units = 0;
};

GEMMLAB_ENUM(Space, global, shared)

// One warp's turn at an access. Addresses count from the start of one variable, which may be left
// by some lanes.
struct WarpExample {
  std::array<unsigned, 3> block{};
  unsigned first_thread = 0;  // of the warp in its block, x fastest
  std::string variable;       // "a", "a_tile"; empty: it has no name
  // Elements in each dimension, outermost first: {rows, columns} of a matrix. Empty: not known.
  std::vector<std::int64_t> extents;
  unsigned element_bytes = 4;
  std::vector<unsigned> lanes;        // the active ones
  std::vector<std::int64_t> offsets;  // bytes from the variable's start, one for each of `lanes`
  std::uint64_t units = 0, ideal_units = 0;
  std::optional<DeviceBuffer> buffer = {};  // without a name of its own: one of the program's
};

// A place in the source that touches memory: one instruction as the source says it. One that
// touches both kinds of memory is two.
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
  std::vector<AccessPlace> places;  // by column; only if the run was looked at closely
  std::string source = {};          // its text, if the line is in the student's file
};

struct RunCounts {
  std::vector<LaunchShape> launches;
  AccessCounts global_load, global_store, shared_load, shared_store;
  MergedCounts merged_shared_load;        // only if the run was looked at closely
  std::uint64_t global_atomic_bytes = 0;  // what atomics update; not among the stores
  std::uint64_t barriers = 0;             // releases, one a block
  bool exact = true;               // false: lanes that took different ways were counted together
  std::vector<LineMetrics> lines;  // by file, then line
};

// The counts of one kind of access, of a line or of a run.
template <class Counts>
AccessCounts& counts_of(Counts& counts, Space space, bool is_store) {
  return space == Space::global ? (is_store ? counts.global_store : counts.global_load)
                                : (is_store ? counts.shared_store : counts.shared_load);
}

}  // namespace gemmlab
