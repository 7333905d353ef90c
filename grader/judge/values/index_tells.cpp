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

void tell_of_store(const Finding& finding, Race& race, const SourceAccesses& accesses) {
  const auto* const at = std::get_if<VariablePlace>(&race.at);
  const std::string variable = at != nullptr ? at->variable : "";
  const int dimensions = int(race.who.thread.size()), line = finding.at.line;
  auto store = accesses.store_at(line, variable, dimensions);
  if (store.element.empty()) {  // by another name, such as a parameter's
    store = accesses.store_at(line, "", dimensions);
  }
  if (!store.element.ends_with(']') && at != nullptr) {  // a loop's may be told where it begins
    const auto behind = accesses.store_at(line + 1, variable, dimensions);
    store = behind.element.empty() ? store : behind;
  }
  race.stored = store.element;
  race.missing = store.missing;
}

bool is_done_by_all(const Finding& finding, Race race, const SourceAccesses& accesses) {
  const auto* const at = std::get_if<VariablePlace>(&race.at);
  if (at == nullptr || finding.other->line != finding.at.line) {
    return false;
  }
  tell_of_store(finding, race, accesses);
  const auto open = race.stored.rfind('[');
  const bool is_at_a_number =
      open != race.stored.npos && race.stored.back() == ']' &&
      race.stored.find_first_not_of("0123456789", open + 1) == race.stored.size() - 1;
  return !race.missing.empty() || is_at_a_number;
}

}  // namespace gemmlab
