#include "grader/diagnosis/access_advice.h"

#include <map>
#include <set>

#include "grader/diagnosis/access_pattern.h"

namespace gemmlab {
namespace {

using Kind = LanePattern::Kind;

constexpr unsigned kFloat = 4;                    // bytes
constexpr std::uint64_t kMostStatic = 48 * 1024;  // bytes of __shared__ variables a block may have
constexpr unsigned kManyElements = 8;             // fewer fill one sector, wherever they are

template <typename Condition>
bool any_place(const Metrics& metrics, Condition condition) {
  return std::ranges::any_of(metrics.lines, [&](const LineMetrics& line) {
    return std::ranges::any_of(line.places, condition);
  });
}

bool same_variable(const AccessPlace& a, const AccessPlace& b) {
  return a.space == b.space && a.example.variable == b.example.variable &&
         a.example.extents == b.example.extents;
}

// Passes of 4-byte accesses if each row were one float longer.
std::uint64_t padded_passes(const WarpExample& example) {
  const std::int64_t width = example.extents.back() * kFloat;
  std::map<std::int64_t, std::set<std::int64_t>> words;  // by bank
  for (const std::int64_t offset : example.offsets) {
    const std::int64_t word = (offset + offset / width * kFloat) / kFloat;
    words[word % 32].insert(word);
  }
  std::uint64_t deepest = 0;
  for (const auto& [bank, in_bank] : words) {
    deepest = std::max<std::uint64_t>(deepest, in_bank.size());
  }
  return deepest;
}

// Whether one extra float per row at least halves this access's passes, makes all accesses to the
// variable together cheaper, and still fits into memory.
bool padding_helps(const AccessPlace& place, const Metrics& metrics) {
  bool possible =
      pattern_of(place).rows > 0 && 2 * padded_passes(place.example) <= place.example.units;
  std::uint64_t before = 0, after = 0;
  for (const LineMetrics& line : metrics.lines) {
    for (const AccessPlace& other : line.places) {
      if (possible && same_variable(place, other)) {
        possible = other.bytes == kFloat && pattern_of(other).rows > 0;  // float4 stays aligned
        before += other.counts.requests * other.example.units;
        after += possible ? other.counts.requests * padded_passes(other.example) : 0;
      }
    }
  }
  const std::uint64_t more =
      possible ? bytes_of_variable(place.example) / place.example.extents.back() : 0;
  for (const LaunchShape& launch : metrics.launches) {
    possible &= launch.shared_bytes + more <= kMostStatic;
  }
  return possible && after < before;
}

bool walks_down_global(const AccessPlace& place) {
  const LanePattern pattern = pattern_of(place);
  return place.space == Space::global && pattern.down_rows && pattern.distinct >= kManyElements &&
         place.example.units >= 2 * place.example.ideal_units;
}

// Makes neighbours in a warp go along the row.
SwapIndices swap_indices(const Metrics& metrics) {
  const bool is_along_x = !metrics.launches.empty() &&
                          std::ranges::all_of(metrics.launches, [](const LaunchShape& launch) {
                            return launch.block[0] > 1;
                          });
  return {is_along_x, {}};
}

std::optional<PadTile> padding(const AccessPlace& place, const Metrics& metrics) {
  if (!padding_helps(place, metrics)) {
    return std::nullopt;
  }
  const std::uint64_t left = padded_passes(place.example);
  PadTile pad{place.example.variable, place.example.extents,
              left > place.example.ideal_units ? left : 0};
  ++pad.extents.back();
  return pad;
}

std::optional<Remark> spare_passes(const AccessPlace& place, const LanePattern& pattern,
                                   const Metrics& metrics) {
  constexpr std::int64_t kWidest = 4;  // floats in the widest load
  if (place.bytes != kFloat || place.example.element_bytes != kFloat) {
    return std::nullopt;
  }
  if (pattern.down_rows) {
    const std::optional<PadTile> pad = padding(place, metrics);
    if (any_place(metrics, walks_down_global)) {
      return SwapIndices{swap_indices(metrics).is_along_x, pad};
    }
    return pad;
  }
  if (pattern.kind != Kind::strided || pattern.stride > kWidest) {
    return std::nullopt;
  }
  // If the compiler merges a lane's adjacent loads, the conflicts of the single ones may disappear.
  const bool is_merged = !place.is_store && metrics.unusual_loop == 0 &&
                         metrics.merged_shared_load.units < metrics.shared_load.units;
  return is_merged ? Remark(MergedByCompiler{}) : TakeNeighbours{};
}

// The most blocks in a row or column of the grid, which share rows of A or columns of B: so many
// may need the same element.
double sharing_blocks(const Metrics& metrics) {
  std::uint64_t blocks = 0;
  for (const LaunchShape& launch : metrics.launches) {
    blocks += launch.times * std::max(launch.grid[0], launch.grid[1]) * launch.grid[2];
  }
  return double(blocks);
}

// Whether the place's counts certainly belong to only one of A and B: a function that is called for
// both and not inlined is one place, and then one of the two is missing from the examples.
bool is_one_operand(const AccessPlace& place, const Metrics& metrics) {
  const auto is_loaded = [&](const char* name) {
    return any_place(metrics, [&](const AccessPlace& other) {
      return other.space == Space::global && !other.is_store && other.example.variable == name;
    });
  };
  const std::string& variable = place.example.variable;
  return (variable == "a" || variable == "b") && is_loaded("a") && is_loaded("b");
}

// How to avoid sectors or passes, as far as that is certain.
std::optional<Remark> spare_units(const AccessPlace& place, const LanePattern& pattern,
                                  const Metrics& metrics) {
  const WarpExample& example = place.example;
  if (example.units <= example.ideal_units) {
    return std::nullopt;
  }
  if (place.space == Space::shared) {
    return spare_passes(place, pattern, metrics);
  }
  if (walks_down_global(place)) {
    return swap_indices(metrics);
  }
  const bool wasteful = example.units >= 2 * example.ideal_units;
  return pattern.kind == Kind::strided && pattern.distinct >= kManyElements && wasteful
             ? std::optional<Remark>(TakeNeighbours{})
             : std::nullopt;
}

// A remark about repeated accesses to each element, and what would help.
std::optional<Remark> spare_repetition(const AccessPlace& place, const LanePattern& pattern,
                                       const Metrics& metrics) {
  const double times =  // on average, to each element of the variable
      quotient(double(place.counts.bytes), double(bytes_of_variable(place.example)));
  if (place.space != Space::global || times < 2) {
    return std::nullopt;
  }
  if (place.is_store) {
    constexpr double kOften = 3;
    return place.example.variable == "c" && times >= kOften
               ? std::optional<Remark>(KeepInRegister{times})
               : std::nullopt;
  }
  if (!is_one_operand(place, metrics)) {
    return std::nullopt;
  }
  const double blocks = sharing_blocks(metrics);
  const bool has_tiles = metrics.shared_load.bytes > metrics.global_load.bytes;
  if (!has_tiles) {
    const bool is_shared = pattern.distinct < pattern.lanes || times > blocks;
    return is_shared ? Remark(StageInTile{times}) : LoadedOften{times};
  }
  return times >= 2 * blocks ? Remark(LoadedAgain{times}) : LoadedOften{times};
}

// Work that several threads do again, if it is much.
std::optional<Remark> stored_by_many(const Finding& again, const LineMetrics& line) {
  const auto* const variable = std::get_if<VariablePlace>(&get<Race>(again.fact).at);
  const AccessCounts& stored = variable != nullptr ? line.shared_store : line.global_store;
  const double stores = double(stored.bytes) / kFloat;
  const double times = quotient(stores, stores - double(again.count));
  return times < 2 ? std::nullopt
                   : std::optional<Remark>(
                         StoredByMany{{times}, variable != nullptr ? variable->variable : ""});
}

// Tiles come in a later lab than loads without them, and nobody is responsible for the compiler's
// merging.
bool is_advice(const Remark& remark) {
  return !std::holds_alternative<StageInTile>(remark) &&
         !std::holds_alternative<LoadedOften>(remark) &&
         !std::holds_alternative<MergedByCompiler>(remark);
}

}  // namespace

std::vector<Remark> remarks_on(const AccessPlace& place, const Metrics& metrics) {
  const LanePattern pattern = pattern_of(place);
  std::vector<Remark> remarks;
  for (const auto& find : {spare_units, spare_repetition}) {
    if (const auto remark = find(place, pattern, metrics)) {
      remarks.push_back(*remark);
    }
  }
  return remarks;
}

std::vector<Advice> advice_on(const Metrics& metrics) {
  std::vector<Advice> all;
  for (const LineMetrics& line : metrics.lines) {
    for (const Finding& again : metrics.stored_again) {
      const auto remark = again.at.line == line.line ? stored_by_many(again, line) : std::nullopt;
      if (remark) {
        all.push_back({*remark, {{"", line.line, 0, "write"}}});
      }
    }
    for (const AccessPlace& place : line.places) {
      for (const Remark& remark : remarks_on(place, metrics)) {
        if (is_advice(remark)) {
          auto known =
              std::ranges::find_if(all, [&](const Advice& each) { return each.cause == remark; });
          known = known != all.end() ? known : all.insert(all.end(), {remark, {}});
          known->places.push_back({line.source.empty() ? line.file : "", line.line, place.column,
                                   place.is_store ? "write" : "read"});
        }
      }
    }
  }
  double blocks = 0;
  for (const LaunchShape& launch : metrics.launches) {
    blocks += double(launch.times) * launch.blocks();
  }
  const double waits = quotient(double(metrics.barriers), blocks);
  if (waits > metrics.shape.k) {
    all.push_back({BarrierAProduct{waits}, {{"", metrics.busiest_barrier, 0, "barrier"}}});
  }
  return all;
}

}  // namespace gemmlab
