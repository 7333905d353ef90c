#include "grader/judge/values/index_tells.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace gemmlab {

void tell_of_index(const Finding& finding, Race& race, const SourceLines& lines) {
  const bool reads_here = race.access == Access::read;
  const int here = finding.at.line, there = finding.other->line;
  const auto changed = lines.changed_between(reads_here ? there : here, reads_here ? here : there);
  if (race.cause == RaceCause::missing_barrier_after_reads && race.idle == Idle::none &&
      changed.line > 0) {
    race.cause = RaceCause::index_changed;
    race.stored = changed.name;
    race.idle_line = changed.line;
  }
}

void tell_of_narrow(BadAccess& bad, int line, const SourceLines& lines) {
  const auto* const place = std::get_if<BufferPlace>(&bad.at);
  if (place == nullptr || bad.flaw != Flaw::outside_buffer || place->offset >= 0) {
    return;
  }
  const auto found = lines.narrow_index(line);
  const bool is_byte = found.type == "char" || found.type == "int8_t";
  const int most = is_byte ? 127 : 32767;
  if (found.line > 0 && std::max(place->buffer.rows, place->buffer.cols) > most) {
    bad.narrow = found.name;
    bad.narrow_type = found.type;
    bad.narrow_most = most;
  }
}

}  // namespace gemmlab
