// The lines to look at, besides the place where a failure showed.
#include <algorithm>
#include <iterator>

#include "grader/changes/source_lines.h"
#include "grader/judge/stages.h"

namespace gemmlab {
namespace {

using Lines = std::vector<int>;

// What of a program a cause is about.
enum class Part { unknown, launch, stores, loads, products, loops, rounding };

Part part_of(const Cause& cause) {
  if (is<GridRoundedDown, GridTooSmall, GridSwapped, FirstBlockOnly, RightOnlyInOneBlock>(cause)) {
    return Part::launch;
  }
  if (is<Transposed, OutputsNotStored, NotWritten, PartNotWritten, StoredZero,
         PartialTilesNotStored, SameTileEverywhere, StoredConstant, SomeOutputsWrong>(cause)) {
    return Part::stores;
  }
  if (is<ClampedPastK, TileNotZeroFilled, OperandsSwapped, ColumnMajor, RightOnlyForSquares,
         RightOnlyForMultiples>(cause)) {
    return Part::loads;
  }
  if (is<AddedToOldC, NeverSet, SumMultiplied, OutputsTotalled, SumNeverReset, RunningSumAdded,
         Negated, OutputsAlike, OutputsMixedUp>(cause)) {
    return Part::products;
  }
  if (is<WholeNumbers, OperandsRounded, SumRounded>(cause)) {
    return Part::rounding;
  }
  return std::visit(
      []<typename Each>(const Each& each) {
        if constexpr (requires { each.matrix; }) {
          return each.matrix == Matrix::c ? Part::stores : Part::loads;
        }
        constexpr bool kIsAboutK = requires {
          each.k;
        }
        || requires {
          each.first;
        }
        || std::derived_from<Each, OfTile> || std::is_empty_v<Each>;
        return kIsAboutK ? Part::loops : Part::unknown;
      },
      cause);
}

class WhereToLook {
 public:
  WhereToLook(const Candidate& candidate, const RunCounts& counts)
      : is_(candidate), text_(candidate.text), counts_(counts) {}

  Check in(Check check) const {
    if (check.outcome == CheckOutcome::failed && check.changes.empty()) {
      check = looked_at_first(std::move(check), before(check));
      for (const int line : after(check)) {
        if (std::ranges::count(check.places, line, &Place::line) == 0) {
          check.places.push_back({"", line});
        }
      }
    }
    return check;
  }

 private:
  // What the place that shows the failure is only a consequence of.
  Lines before(const Check& check) const {
    const auto* const finding = check.fact ? std::get_if<Finding>(&*check.fact) : nullptr;
    const int line = check.line().value_or(0);
    if (finding != nullptr && std::holds_alternative<LeftBeforeBarrier>(finding->fact)) {
      Lines returns = text_.with({"return"}, line);
      std::erase_if(returns, [&](int each) { return each > line; });
      return returns;
    }
    const auto* const bad = finding ? std::get_if<BadAccess>(&finding->fact) : nullptr;
    if (bad != nullptr && bad->flaw == Flaw::outside_dynamic_shared) {
      return text_.with({"<<<"});
    }
    const auto* const race = finding ? std::get_if<Race>(&finding->fact) : nullptr;
    return race == nullptr
               ? Lines()
               : text_.with({"__syncwarp", "__threadfence", "__threadfence_block"}, line);
  }

  Lines after(const Check& check) const {
    const auto* const finding = check.fact ? std::get_if<Finding>(&*check.fact) : nullptr;
    const auto* const race = finding ? std::get_if<Race>(&finding->fact) : nullptr;
    const auto* const bad = finding ? std::get_if<BadAccess>(&finding->fact) : nullptr;
    const auto* const variable = race ? std::get_if<VariablePlace>(&race->at) : nullptr;
    const int line = check.line().value_or(0);
    if (variable != nullptr && variable->bytes <= sizeof(double)) {  // one for all threads
      return text_.declaration_of(variable->variable);
    }
    switch (check.verdict) {
      case Verdict::launch_failed:
        return is_of_arrays(check) ? text_.with({"__shared__"}) : text_.extents(line);
      case Verdict::timed_out:
        return text_.loops_around(line);
      case Verdict::uninitialised:
        return joined(of(&LineMetrics::shared_store), text_.extents());
      case Verdict::out_of_bounds:
        return bad != nullptr && std::holds_alternative<VariablePlace>(bad->at) ? text_.extents()
                                                                                : Lines();
      case Verdict::misses_the_point:
        return joined(text_.loops_around(line), text_.extents());
      case Verdict::uncoalesced:
      case Verdict::bank_conflicts:
        return text_.computed_from("threadIdx", line);
      case Verdict::race:
        return race != nullptr && race->other_wrote ? text_.computed_for(line) : Lines();
      case Verdict::partial:
        return joined(check.cause ? of_part(part_of(*check.cause)) : Lines(),
                      check.line() ? Lines() : and_indices(of(&LineMetrics::global_store)));
      default:
        return is_about_values(check.verdict) && check.cause ? of_part(part_of(*check.cause))
                                                             : Lines();
    }
  }

  static bool is_of_arrays(const Check& check) {
    const auto* const error = check.fact ? std::get_if<ApiError>(&*check.fact) : nullptr;
    const auto* const limit = error ? std::get_if<BeyondLimit>(&error->cause) : nullptr;
    return limit != nullptr && limit->limit == LaunchLimit::static_shared;
  }

  static Lines joined(Lines lines, const Lines& others) {
    lines.insert(lines.end(), others.begin(), others.end());
    return lines;
  }

  // Lines of the file with accesses of a kind; code that runs on the host is not counted.
  Lines of(AccessCounts LineMetrics::*kind) const {
    Lines lines;
    for (const LineMetrics& line : counts_.lines) {
      if ((line.*kind).requests > 0 && is_own_file(line.file, is_.source)) {
        lines.push_back(line.line);
      }
    }
    return lines;
  }

  // Also where the indices of these lines are computed.
  Lines and_indices(Lines lines) const {
    for (const int line : Lines(lines)) {
      lines = joined(std::move(lines), text_.computed_for(line));
    }
    return lines;
  }

  Lines of_part(Part part) const {
    const Lines loads = of(&LineMetrics::global_load), shared = of(&LineMetrics::shared_load);
    const Lines& products = shared.empty() ? loads : shared;
    const bool on_host = counts_.lines.empty();
    switch (part) {
      case Part::unknown:
        return {};
      case Part::launch:
        return text_.extents();
      case Part::stores:
        return on_host ? text_.with({"["}) : and_indices(of(&LineMetrics::global_store));
      case Part::loads:
        return on_host ? text_.with({"["}) : and_indices(loads);
      case Part::products:
        return on_host ? text_.with({"["})
                       : joined(products, and_indices(of(&LineMetrics::global_store)));
      case Part::loops:
        return on_host            ? text_.with({"for", "while"})
               : products.empty() ? Lines()
                                  : text_.loops_around(products.front());
      case Part::rounding:
        return text_.rounding();
    }
    return {};
  }

  const Candidate& is_;
  const SourceLines text_;
  const RunCounts& counts_;
};

}  // namespace

Check with_where_to_look(Check check, const Candidate& candidate, const RunCounts& counts) {
  return WhereToLook(candidate, counts).in(std::move(check));
}

}  // namespace gemmlab
