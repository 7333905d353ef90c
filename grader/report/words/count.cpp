#include "grader/report/words/count.h"

namespace gemmlab {

std::string plural(std::string_view noun) {
  return fmt::format("{}{}", noun, noun.ends_with('s') ? "es" : "s");
}

}  // namespace gemmlab
