// The counters of a run, as hardware performance counters would report them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/facts/at_most.h"
#include "common/facts/json_fields.h"
#include "common/facts/names.h"
#include "common/facts/place.h"
#include "common/facts/store_map.h"

namespace gemmlab {

struct LaunchShape {
  std::array<unsigned, 3> grid{}, block{};
  std::uint64_t shared_bytes = 0;  // static (as far as touched) plus dynamic, per block
  std::string kernel = {};         // as written before <<<; empty: unknown
  std::uint64_t times = 1;         // that it was launched
  std::uint64_t loaded = 0;        // bytes, by all launches of the kind

  double blocks() const;   // at one launch
  double threads() const;  // of all these blocks
};
GEMMLAB_JSON(LaunchShape, grid, block, shared_bytes, kernel, times, loaded)

// The kinds of launches of a run: equal ones count together. Beyond these, the largest are kept.
using Launches = AtMost<LaunchShape, 64>;
void add(Launches& launches, const LaunchShape& launch);

// The launch of a run that had only one; null if it had none, or several.
inline const LaunchShape* only_launch(const std::vector<LaunchShape>& launches) {
  return launches.size() == 1 && launches[0].times == 1 ? &launches[0] : nullptr;
}

struct AccessCounts {
  std::uint64_t requests = 0;     // one per warp and instruction
  std::uint64_t units = 0;        // global: sectors; shared: wavefronts
  std::uint64_t ideal_units = 0;  // minimum for these bytes, or without bank conflicts
  std::uint64_t bytes = 0;        // active lanes x access size

  AccessCounts& operator+=(const AccessCounts& other) {
    requests += other.requests;
    units += other.units;
    ideal_units += other.ideal_units;
    bytes += other.bytes;
    return *this;
  }
};
GEMMLAB_JSON(AccessCounts, requests, units, ideal_units, bytes)

// A prediction of the shared loads after the compiler has merged neighbouring ones into wide
// instructions (LDS.64, LDS.128).
struct MergedCounts {
  std::uint64_t requests = 0, units = 0;
};
GEMMLAB_JSON(MergedCounts, requests, units)

GEMMLAB_ENUM(Space, global, shared)

// One access by one warp. Offsets count from the start of one variable; lanes may go outside it.
struct WarpExample {
  std::array<unsigned, 3> block{};
  unsigned first_thread = 0;  // of the warp in its block, x fastest
  std::string variable;       // "a", "a_tile"; empty: unnamed
  // The size of each dimension, outermost first: {rows, columns} of a matrix. Empty: unknown.
  AtMost<std::int64_t, 8> extents;
  unsigned element_bytes = 4;
  AtMost<unsigned, 32> lanes;        // active lanes
  AtMost<std::int64_t, 32> offsets;  // bytes from the variable's start, one per lane
  std::uint64_t units = 0, ideal_units = 0;
  std::optional<DeviceBuffer> buffer = {};  // for an unnamed variable: one of the program's buffers
};
GEMMLAB_JSON(WarpExample, block, first_thread, variable, buffer, extents, element_bytes, lanes,
             offsets, units, ideal_units)

// A place in the source that accesses memory: one instruction as written in the source. If it
// accesses both global and shared memory, it counts as two places.
struct AccessPlace {
  int column = 0;
  Space space = Space::global;
  bool is_store = false;
  unsigned bytes = 4;  // that a lane accesses at once
  AccessCounts counts;
  WarpExample example;  // the costliest: most units beyond ideal, then most lanes
};
GEMMLAB_JSON(AccessPlace, column, space, is_store, bytes, counts, example)

// A run tells of so many lines and, on all of them together, places: a result stays small whatever
// the program. The rest is in its totals only.
inline constexpr std::size_t kMostLines = 200, kMostPlaces = 100;

struct LineMetrics {
  std::string file;
  int line = 0;
  AccessCounts global_load, global_store, shared_load, shared_store;
  AtMost<AccessPlace, kMostPlaces> places;  // by column; only in a run with close counting
  std::string source = {};                  // the line's text, if it is in the student's file
};
GEMMLAB_JSON_WITHOUT(LineMetrics, (source), "the judge reads the file itself", global_load,
                     global_store, shared_load, shared_store, file, line, places)

struct RunCounts {
  Launches launches;
  AccessCounts global_load, global_store, shared_load, shared_store;
  MergedCounts merged_shared_load;        // only in a run with close counting
  std::uint64_t global_atomic_bytes = 0;  // updated by atomics; not counted as stores
  std::uint64_t constant_bytes = 0;       // loaded from __constant__ memory
  std::uint64_t barriers = 0;             // releases, counted per block
  int busiest_barrier = 0;                // the line of the barrier with most of them; 0: none
  AtMost<int, 64> barrier_lines;          // of the barriers that a block passed
  std::uint64_t shuffles = 0;             // words that lanes got from others
  std::uint64_t tensor_products = 0;      // multiply-adds of tensor cores
  std::uint64_t copied_bytes = 0;         // by asynchronous copies that a thread waited for
  std::uint64_t overlapped_bytes = 0;     // of these, while it loaded from shared memory
  bool exact = true;                      // false: lanes on different paths were counted together
  AtMost<LineMetrics, kMostLines> lines;  // by file, then line
  std::optional<StoreMap> stores = {};    // to C, by the simulator's last launch
};
GEMMLAB_JSON(RunCounts, global_load, global_store, shared_load, shared_store, launches,
             merged_shared_load, global_atomic_bytes, constant_bytes, barriers, busiest_barrier,
             barrier_lines, shuffles, tensor_products, copied_bytes, overlapped_bytes, exact, lines,
             stores)

// The counts of one kind of access, on a line or in a whole run.
template <class Counts>
AccessCounts& counts_of(Counts& counts, Space space, bool is_store) {
  return space == Space::global ? (is_store ? counts.global_store : counts.global_load)
                                : (is_store ? counts.shared_store : counts.shared_load);
}

}  // namespace gemmlab
