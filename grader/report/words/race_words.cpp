#include "grader/report/words/race_words.h"

#include <fmt/format.h>

#include <variant>

#include "common/facts/names.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {

using fmt::arg;

std::string_view row_of(const Race& race) {
  if (race.cause == RaceCause::missing_barrier_after_reads) {
    return race.access == Access::read ? "overwritten" : "overwrites";
  }
  const bool has_a_row =
      race.cause == RaceCause::missing_wait || race.cause == RaceCause::lost_swap;
  return has_a_row ? name(race.cause) : "-";
}

std::string cure_of(const Race& race) {
  if (row_of(race) != "-" && race.idle == Idle::none) {
    return "";
  }
  const bool is_in_buffer =
      race.cause == RaceCause::missing_barrier && std::holds_alternative<BufferPlace>(race.at);
  const bool is_of_blocks = race.cause == RaceCause::same_element && race.other.in_other_block &&
                            race.other.thread == race.who.thread;
  const bool is_done_again = race.cause == RaceCause::same_place && !race.missing.empty();
  const bool is_alone = !race.stored.empty() && race.stored.back() != ']';
  const std::string_view row = race.idle != Idle::none              ? name(race.idle)
                               : is_in_buffer                       ? "missing_barrier_of_buffer"
                               : is_of_blocks                       ? "same_element_of_blocks"
                               : is_done_again                      ? "same_work"
                               : race.cause != RaceCause::one_place ? name(race.cause)
                               : is_alone                           ? "one_variable"
                               : race.stored.empty()                ? "one_place"
                               : race.missing.empty()               ? "one_element"
                               : race.missing.find(' ') != std::string::npos ? "indices_missing"
                                                                             : "index_missing";
  return filled("cure", row, arg("line", race.idle_line), arg("stored", quotable(race.stored)),
                arg("missing", quotable(race.missing)));
}

}  // namespace gemmlab
