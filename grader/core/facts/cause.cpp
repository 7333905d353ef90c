#include "grader/core/facts/cause.h"

#include <algorithm>

#include "common/facts/names.h"

namespace gemmlab {

std::string_view name_of(const Cause& cause) {
  return visit([]<typename Each>(const Each&) { return fact_name<Each>(); }, cause);
}

std::vector<std::string_view> all_cause_names() {
  return []<typename... Each>(const OneOf<Each...>&) {
    return std::vector<std::string_view>{fact_name<Each>()...};
  }(Cause());
}

bool is_cause_name(std::string_view name) {
  return std::ranges::count(all_cause_names(), name) > 0;
}

bool says_only_where(const Cause& cause) {
  return visit(
      []<typename Each>(const Each&) {
        return requires {
          Each::kSaysOnlyWhere;
        };
      },
      cause);
}

bool is_measured(const Cause& cause) {
  return visit(
      []<typename Each>(const Each&) {
        return requires {
          Each::kIsMeasured;
        };
      },
      cause);
}

bool is_of_tiles(const Cause& cause) {
  return cause_is<OperandTileTransposed, K0Missing, StaleTiles, WrongStep, WrappedPastK,
                  TileNotZeroFilled, OneTileForBoth, OwnElementsOnly>(cause);
}

bool is_of_kernel(const Cause& cause) {
  const auto* const kept = get_if<SumNeverReset>(&cause);
  const auto* const part = get_if<PartNotWritten>(&cause);
  return is_of_tiles(cause) || is_measured(cause) || (kept != nullptr && kept->outputs > 0) ||
         (part != nullptr && part->between_blocks) ||
         cause_is<PartialTilesNotStored, GridRoundedDown, GridTooSmall, BlockIsFlat, GridSwapped,
                  FirstBlockOnly, OutputsNotStored, LastTileWrong, SomeOutputsWrong,
                  RightOnlyInOnePhase, RightOnlyInOneBlock, BlocksSwapped, SameTileEverywhere,
                  TileOriginMissing, ThreadsSwapped, ThreadIndexMissing, OutputsMixedUp,
                  OutputsAlike, InfinitySpread, OutputsTotalled, RunningSumAdded, LastPhaseMissing,
                  FirstPhaseOnly, LastPhaseOnly, FirstPhaseMissing, PhaseRepeated, PhasesOverlap,
                  PartOfEachPhase, NotTf32>(cause);
}

}  // namespace gemmlab
