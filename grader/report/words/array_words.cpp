#include "grader/report/words/array_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "grader/report/words/sentences.h"

namespace gemmlab {

using fmt::arg;

std::string sentence(const WrongArray& fact, const std::optional<ErrorMap>& errors) {
  const std::string count = fact.elements == 1
                                ? "The only element"
                                : fmt::format("{} of {} elements", fact.wrong, fact.elements);
  std::string text = said(fact, arg("are", fact.wrong == 1 ? "is" : "are"), arg("count", count));
  const ErrorMap map = errors.value_or(ErrorMap{});
  for (const Mismatch& miss : map.first) {
    const std::string place = fact.has_rows
                                  ? fmt::format("row {}, column {} of out", miss.row, miss.col)
                                  : fmt::format("out[{}]", miss.row * map.cols + miss.col);
    text += fmt::format("\n  {} {}, expected {:.7g}", place, value_of(miss, 7), miss.expected);
  }
  return text + (map.first.size() < fact.wrong && !map.first.empty() ? "\n  ..." : "");
}

std::string sentence(const ArrayNeverWritten& fact) {
  const std::string steps =
      fmt::format(" Steps still marked TODO: {}.", fmt::join(fact.open_steps, ", "));
  return said_in(fact.never_launched    ? "never_launched"
                 : fact.not_copied_back ? "not_copied_back"
                                        : "-",
                 fact, arg("steps", fact.open_steps.empty() ? "" : steps));
}

std::string value_of(const Mismatch& miss, int digits) {
  return miss.unwritten ? "was never written"
                        : fmt::format("is {:.{}g}", std::isnan(miss.got) ? NAN : miss.got, digits);
}

}  // namespace gemmlab
