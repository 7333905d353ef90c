// What is right but wasteful: facts, each with what would spare it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/facts/place.h"
#include "grader/core/facts/cause_parts.h"

namespace gemmlab {

struct PadTile {  // by one float a row
  static constexpr std::string_view kName = "pad_tile";
  std::string variable;
  std::vector<std::int64_t> extents;  // padded
  std::uint64_t passes_left = 0;      // of a request; 0: as few as can be
  bool operator==(const PadTile&) const = default;
};
struct SwapIndices {  // so that neighbouring threads run along the row
  static constexpr std::string_view kName = "swap_indices";
  bool is_along_x = false;  // neighbouring threads differ in threadIdx.x
  std::optional<PadTile> or_pad;
  bool operator==(const SwapIndices&) const = default;
};
struct Repeated {  // how often each element is touched in all
  double times = 0;
  bool operator==(const Repeated&) const = default;
};
using TakeNeighbours = NamedFact<"take_neighbours">;             // neighbouring lanes, elements
using KeepInRegister = NamedFact<"keep_in_register", Repeated>;  // what is stored so often
using StageInTile = NamedFact<"stage_in_tile", Repeated>;        // what a block loads so often
using LoadedOften = NamedFact<"loaded_often", Repeated>;         // with nothing to be done
using MergedByCompiler = NamedFact<"merged_by_compiler">;        // so that conflicts may go

// What an access gives cause to say, the last two without advice.
// clang-format off
using Remark = std::variant<PadTile, SwapIndices, TakeNeighbours, KeepInRegister, StageInTile,
                            LoadedOften, MergedByCompiler>;
// clang-format on

struct Advice {
  Remark cause;
  std::vector<Place> places;
};

}  // namespace gemmlab
