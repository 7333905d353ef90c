#include "grader/judge/values/told_by_source.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include "grader/changes/source_lines.h"

namespace gemmlab {
namespace {

// Pointers of other names that reach one element of dynamic shared memory, or two names for all.
bool have_one_memory(const Race& race, int line, int other, const SourceLines& lines) {
  const auto here = lines.stored_on(line), there = lines.stored_on(other);
  const bool are_others =
      !here.empty() && !there.empty() &&
      std::ranges::none_of(here, [&](std::string_view each) { return there.contains(each); });
  return !lines.same_memory(line).empty() ||
         (are_others && std::holds_alternative<DynamicSharedPlace>(race.at));
}

void tell_of_race(Race& race, int line, int other, const std::string& text) {
  const bool is_shared = std::holds_alternative<DynamicSharedPlace>(race.at) ||
                         std::holds_alternative<VariablePlace>(race.at);
  const bool is_of_barrier =
      race.cause == RaceCause::missing_barrier || race.cause == RaceCause::missing_warp_barrier;
  if (race.access == Access::update || !(is_of_barrier || race.cause == RaceCause::same_place)) {
    return;
  }
  const SourceLines lines(text);
  if (is_shared && line != other && have_one_memory(race, line, other, lines)) {
    race.cause = RaceCause::same_memory;
  }
}

// A full tile or block needs no condition: an extent that it divides is not missed.
std::string missed(const std::string& untested, const DeviceBuffer& matrix) {
  constexpr int kUsual = 16;
  std::string missed;
  for (const char extent : untested) {
    const bool is_of_rows = extent == 'm' || (extent == 'k' && matrix.matrix == "b");
    if ((is_of_rows ? matrix.rows : matrix.cols) % kUsual != 0) {
      missed += extent;
    }
  }
  return missed;
}

void tell_of_access(BadAccess& bad, int line, const std::string& text) {
  const auto* const place = std::get_if<BufferPlace>(&bad.at);
  if (place == nullptr || place->buffer.ordinal != 0 || place->buffer.matrix.empty()) {
    return;
  }
  if (bad.flaw == Flaw::outside_buffer && place->offset >= 0 && line > 0) {
    bad.untested = missed(SourceLines(text).untested(line, place->buffer.matrix[0]), place->buffer);
  } else if (bad.flaw == Flaw::device_memory_in_host_code &&
             !SourceLines(text).launches_anything()) {
    bad.flaw = Flaw::computed_on_host;
  }
}

}  // namespace

Finding with_source_told(Finding finding, const std::string& text) {
  if (auto* const race = std::get_if<Race>(&finding.fact); race != nullptr && finding.other) {
    tell_of_race(*race, finding.at.line, finding.other->line, text);
  } else if (auto* const bad = std::get_if<BadAccess>(&finding.fact)) {
    tell_of_access(*bad, finding.at.line, text);
  }
  return finding;
}

}  // namespace gemmlab
