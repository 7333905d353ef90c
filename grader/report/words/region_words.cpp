#include "grader/report/words/region_words.h"

#include <fmt/format.h>

#include <cctype>

namespace gemmlab {
namespace {

// Whether it is a single row or column.
bool is_one_line(const Region& region) {
  const bool has_rows = !region.rows.is(Stripes::Kind::none);
  const bool has_cols = !region.cols.is(Stripes::Kind::none);
  const Stripes& only = has_rows ? region.rows : region.cols;
  const bool is_shown = only.is(Stripes::Kind::from) || only.is(Stripes::Kind::regular);
  return !(has_rows && has_cols) && is_shown && only.end - only.first == 1;
}

}  // namespace

std::string words(const Stripes& stripes, const std::string& noun) {
  const int last = stripes.end - 1;
  const std::string range = stripes.first == last
                                ? fmt::format("{} {}", noun, last)
                                : fmt::format("{}s {} to {}", noun, stripes.first, last);
  switch (stripes.kind) {
    case Stripes::Kind::all:
      return "every " + noun;
    case Stripes::Kind::from:
    case Stripes::Kind::before:
    case Stripes::Kind::range:
      return range;
    case Stripes::Kind::regular:
      return fmt::format("{} of every {}", range, stripes.period);
    default:
      return fmt::format("some {}s", noun);
  }
}

std::string named(const Region& region, const std::string& joint) {
  const bool has_rows = !region.rows.is(Stripes::Kind::none);
  const bool has_cols = !region.cols.is(Stripes::Kind::none);
  std::string text = has_rows ? words(region.rows, "row") : "";
  text += has_rows && has_cols ? joint : "";
  text += has_cols ? words(region.cols, "column") : "";
  return capitalised(text);
}

std::string was_never_written(const Region& region) {
  return named(region, " and ") + (is_one_line(region) ? " was" : " were") + " never written: ";
}

std::string is_wrong(const Region& region) {
  const bool is_crossing = region.kind == Region::Kind::crossing;
  return named(region, is_crossing ? ", in " : " and ") +
         (!is_crossing && is_one_line(region) ? " is" : " are") + " wrong, the rest is right: ";
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

}  // namespace gemmlab
