#include "grader/judge/explain/tells.h"

#include <algorithm>
#include <cmath>

namespace gemmlab {
namespace {

using Told = std::optional<Tell>;

// What is a bug wherever it stands, if values are wrong.
Told tell_of_values(const Failure& failure, const SourceSlips& slips) {
  const auto is_lost = [](const Mismatch& each) {
    return !std::isfinite(each.expected) && std::isfinite(each.got);
  };
  const bool loses_infinity =
      failure.error_map && std::ranges::any_of(failure.error_map->first, is_lost);
  const Told skipped = loses_infinity ? slips.product_skipped() : std::nullopt;
  const Told placed = slips.fragment_place();
  const Told told = skipped ? skipped : placed ? placed : slips.truth_value();
  return told ? told : slips.whole_number();
}

Told tell_of_race(const Finding& finding, const Race& race, const SourceSlips& slips) {
  if (race.cause == RaceCause::same_element) {
    return slips.flat_guard(finding.at.line);
  }
  const bool is_shared = std::holds_alternative<VariablePlace>(race.at);
  const bool is_within = finding.other && finding.other->line == finding.at.line;
  return is_shared && is_within && race.cause == RaceCause::missing_barrier &&
                 race.access != Access::update
             ? slips.one_statement(finding.at.line)
             : std::nullopt;
}

Told tell_of_finding(const Finding& finding, const SourceSlips& slips) {
  if (const auto* const race = get_if<Race>(&finding.fact)) {
    return tell_of_race(finding, *race, slips);
  }
  if (const auto* const bad = get_if<BadAccess>(&finding.fact)) {
    const auto* const place = std::get_if<BufferPlace>(&bad->at);
    return place != nullptr && bad->flaw == Flaw::outside_buffer
               ? slips.part_tested(finding.at.line)
           : place != nullptr && bad->flaw == Flaw::used_after_free
               ? slips.freed_before(place->buffer.pointer)
           : bad->flaw == Flaw::host_memory_in_kernel && bad->pointer.empty() ? slips.host_pointer()
                                                                              : std::nullopt;
  }
  const auto* const read = get_if<UnwrittenRead>(&finding.fact);
  const auto* const at = read != nullptr ? std::get_if<VariablePlace>(&read->at) : nullptr;
  const bool is_of_copy = read != nullptr && std::holds_alternative<BufferPlace>(read->at);
  return at != nullptr ? slips.left_before(at->variable)
         : is_of_copy  ? slips.copied_after()
                       : std::nullopt;
}

// An array that is large enough for all shapes that are right, and for none that crashed.
Told tell_of_size(const std::vector<ShapeRuns>& shapes, const SourceSlips& slips) {
  for (const SourceSlips::LocalArray& array : slips.counted_arrays()) {
    for (const std::string_view extent : {"m", "n", "k"}) {
      const auto is_larger = [&](const Shape& shape) {
        const auto [m, n, k] = shape.extents();
        return (extent == "m" ? m : extent == "n" ? n : k) > array.elements;
      };
      const bool decides = std::ranges::all_of(shapes, [&](const ShapeRuns& runs) {
        return !runs.was_run || (runs.outcome.is_right ? !is_larger(runs.outcome.shape)
                                                       : is_larger(runs.outcome.shape));
      });
      if (array.extent == extent && decides) {
        return Tell{TellKind::too_small, array.line,
                    std::string(array.name) + "[" + std::to_string(array.elements) + "]",
                    std::string(extent)};
      }
    }
  }
  return std::nullopt;
}

bool lacks_the_result(const Failure& failure) {
  const auto* const host = get_if<HostEntryFault>(&failure.fact);
  return host != nullptr && host->kind == HostEntryKind::not_copied_back;
}

bool loses_an_error(const Failure& failure) {
  const auto* const host = get_if<HostEntryFault>(&failure.fact);
  return holds_alternative<StepFault>(failure.fact)
             ? failure.verdict == Verdict::launch_failed
             : host != nullptr && host->kind == HostEntryKind::ignores_refusal;
}

}  // namespace

Told tell_of(const Failure& failure, const std::vector<ShapeRuns>& shapes,
             const SourceSlips& slips) {
  if (const Told other = slips.other_argument()) {
    return other;
  }
  if (const auto* const finding = get_if<Finding>(&failure.fact)) {
    return tell_of_finding(*finding, slips);
  }
  if (const auto* const proof = get_if<CompilerProof>(&failure.fact)) {
    return slips.loop_past(proof->line);
  }
  if (holds_alternative<NeverWritten>(failure.fact) ||
      holds_alternative<ArrayNeverWritten>(failure.fact)) {
    const Told set = slips.pointer_set(), passed = set ? set : slips.passed_twice();
    return passed ? passed : slips.copied_before();
  }
  if (holds_alternative<ProgramEnded>(failure.fact)) {
    return tell_of_size(shapes, slips);
  }
  if (const auto* const missed = get_if<LimitMissed>(&failure.fact)) {
    if (missed->kind != EvidenceKind::sectors_over_ideal_at_most || failure.places.empty()) {
      return std::nullopt;
    }
    const int line = failure.places.front().line;
    const Told apart = slips.threads_apart(line);
    return apart ? apart : slips.counted_by_columns(line);
  }
  return loses_an_error(failure)                        ? slips.asked_again()
         : lacks_the_result(failure)                    ? slips.copied_before()
         : holds_alternative<WrongValues>(failure.fact) ? tell_of_values(failure, slips)
         : holds_alternative<WrongArray>(failure.fact)  ? slips.whole_number()
                                                        : std::nullopt;
}

}  // namespace gemmlab
