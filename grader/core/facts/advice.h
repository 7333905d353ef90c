// What is correct but wasteful: facts, each with a change that would avoid the waste.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "common/facts/json_fields.h"
#include "common/facts/place.h"

namespace gemmlab {

struct PadTile {  // by one float per row
  std::string variable;
  std::vector<std::int64_t> extents;  // padded
  std::uint64_t passes_left = 0;      // of a request; 0: the minimum
  bool operator==(const PadTile&) const = default;
};
GEMMLAB_JSON(PadTile, variable, extents, passes_left)

// So that neighbouring threads go along the row.
struct SwapIndices {
  bool is_along_x = false;  // threadIdx.x differs between neighbouring threads
  std::optional<PadTile> or_pad;
  bool operator==(const SwapIndices&) const = default;
};
GEMMLAB_JSON(SwapIndices, is_along_x, or_pad)

struct Nothing {
  bool operator==(const Nothing&) const = default;
};
struct Repeated {  // how often each element is accessed in total
  double times = 0;
  bool operator==(const Repeated&) const = default;
};
GEMMLAB_JSON(Repeated, times)

struct TakeNeighbours : Nothing {};    // by neighbouring lanes
struct KeepInRegister : Repeated {};   // a value stored repeatedly
struct StageInTile : Repeated {};      // data that a block loads repeatedly
struct LoadedOften : Repeated {};      // nothing can be done
struct LoadedAgain : Repeated {};      // by the same blocks, although they have tiles
struct BarrierAProduct : Repeated {};  // a block waits for each product, not for each tile
struct SpareBarrier : Nothing {};      // a phase has more than one, where copies are ahead
struct FragmentPlace : Nothing {};     // an element of a fragment is taken for one of a known place
// By several threads, the same value: of C, or of a variable in shared memory.
struct StoredByMany : Repeated {
  std::string variable = {};
  bool operator==(const StoredByMany&) const = default;
};
GEMMLAB_SOME_FIELDS(StoredByMany, times, variable)  // of a base and its own

// A run's accesses, in those of the simplest kernel.
struct Wasteful : Repeated {
  int m = 0, n = 0, k = 0;
  int run_with = 0;  // in place of the largest of these; 0: with all
  bool operator==(const Wasteful&) const = default;
};
GEMMLAB_SOME_FIELDS(Wasteful, times, m, n, k, run_with)

struct MergedByCompiler : Nothing {};  // so the conflicts may disappear

// What an access shows, or a barrier; LoadedOften and MergedByCompiler give no advice.
// clang-format off
using Remark = std::variant<PadTile, SwapIndices, TakeNeighbours, KeepInRegister, StageInTile,
                            LoadedOften, MergedByCompiler, LoadedAgain, BarrierAProduct, SpareBarrier,
                            StoredByMany, Wasteful, FragmentPlace>;
// clang-format on

struct Advice {
  Remark cause;
  std::vector<Place> places;
};

}  // namespace gemmlab
