#include "grader/cli/study/guess.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

#include "grader/cli/study/arithmetic.h"
#include "grader/cli/study/columns.h"
#include "grader/core/pattern.h"
#include "grader/core/verdict.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr const char* kRight = "right";

bool is_share(std::string_view column) {
  return column.ends_with('%');
}

// Times vary from machine to machine; counts do not.
struct Limits {
  double right, near;  // factors
};
Limits limits_of(std::string_view column) {
  return column == kFasterColumn ? Limits{1.25, 2} : Limits{1.03, 1.25};
}

// The line in lower case, with signs that keyboards have, and without what people write around an
// answer.
std::string bare(std::string_view line) {
  static const Pattern before(
      "^(?:(?:i|think|guess|say|it's|it|is|are|that|about|around|approximately|approx|roughly|"
      "circa|ca|nearly|almost|maybe|perhaps|probably|exactly|some|all)\\b\\.?|[~=:] *) *");
  constexpr std::pair<const char*, const char*> kSigns[] = {
      {"\u00d7", "*"},  {"\u00b7", "*"},  {"\u2212", "-"}, {"\u2248", "~"}, {"**", "^"},
      {"\u00b2", "^2"}, {"\u00b3", "^3"}, {"\u00f7", "/"}, {"\u00a0", " "}, {"\t", " "}};
  std::string text = boost::to_lower_copy(std::string(line));
  for (const auto& [sign, plain] : kSigns) {
    boost::replace_all(text, sign, plain);
  }
  boost::trim(text);
  for (std::string all; all != text;) {
    all = std::exchange(text, before.replace(text, ""));
  }
  boost::trim_right_if(text, [](char c) { return c == '?' || c == '!' || c == '.' || c == ' '; });
  return text;
}

// A number's unit and what it is compared with: "sectors per request", "x", "times as fast".
bool is_unit(const std::string& word, std::string_view column) {
  static const std::vector<std::string> known{
      "x",      "times", "per",    "each",    "a",     "an",      "the",
      "as",     "fast",  "faster", "for",     "of",    "percent", "multiply-add",
      "thread", "block", "floats", "threads", "loads", "bytes"};
  const std::string one = word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
  const std::string all = boost::to_lower_copy(std::string(column));
  return std::ranges::count(known, word) > 0 || (one.size() > 2 && all.find(one) != all.npos);
}

// Removes the units at the end.
std::string without_units(std::string text, std::string_view column) {
  static const Pattern last("^(.*[^a-z/-])([a-z][a-z/-]*)$"), glued("^(.*[0-9)])x$");
  for (;;) {
    boost::trim_right(text);
    if (const auto times = glued.match(text)) {
      text = (*times)[1];
    } else if (const auto word = last.match(text); word && is_unit((*word)[2], column)) {
      text = (*word)[1];
    } else {
      return text;
    }
  }
}

// Numbers with a point for decimals and no marks between thousands. Which a comma is depends on the
// column: "67,584" requests are many, "1,125" loads are few.
std::string plain_numbers(const std::string& text, std::string_view column) {
  static const Pattern thousands("\\b([1-9][0-9]{0,2})[,.' _]([0-9]{3})(?![0-9])"),
      marks("\\b([1-9][0-9]{0,2})[' _]([0-9]{3})(?![0-9/])"), comma("([0-9]),([0-9])");
  std::string plain = text;
  for (std::string before; before != plain;) {
    before = plain;
    plain = (is_whole(column) ? thousands : marks).replace(plain, "$1$2");
  }
  return comma.replace(plain, "$1.$2");
}

// What a number may be rounded to. People round to two digits; with one, 0.06 would be 0 and 1.5 2.
double rounded_to(const std::string& text) {
  static const Pattern decimal("0*([0-9]*)(?:\\.([0-9]+))?");
  const auto number = decimal.match(text);
  if (!number) {
    return 0;
  }
  const std::string &whole = (*number)[1], &part = (*number)[2];
  const std::size_t zeros = whole.empty() ? std::min(part.find_first_not_of('0'), part.size()) : 0;
  const std::size_t digits = whole.size() + part.size() - zeros;
  return digits >= 2 ? std::pow(10, -double(part.size())) : 0;
}

std::optional<Guess> read_number(std::string_view line, std::string_view column) {
  constexpr std::size_t kLongest = 80;
  if (line.size() > kLongest) {
    return {};
  }
  std::string text = bare(line);
  double unit = 1;
  if (const Pattern percent("^(.*[0-9)]) *(?:%|percent|per cent)$");
      const auto of = percent.match(text)) {
    text = (*of)[1];
    unit = is_share(column) ? 1 : 0.01;
  } else if (const Pattern kilo("^(.*[0-9)]) *(?:kb|kib|k)$"); column == "shared bytes") {
    if (const auto of_bytes = kilo.match(text)) {
      text = (*of_bytes)[1];
      unit = 1024;
    }
  }
  text = plain_numbers(without_units(text, column), column);
  const std::optional<double> value = calculated(text);
  if (!value || *value < 0) {
    return {};
  }
  // Half of the places are 50 %, as "1/2" and as "0.5".
  unit *= is_share(column) && *value <= 1 && line.find('%') == line.npos ? 100 : 1;
  return Guess{.number = unit * *value, .verdict = "", .rounded_to = unit * rounded_to(text)};
}

std::vector<std::string> askable_verdicts() {
  std::vector<std::string> names;
  for (const std::string_view each : EnumNames<Verdict>::all) {
    const Verdict verdict = *named<Verdict>(each);
    if (!is_before_results(verdict) && !has_right_values(verdict)) {
      names.emplace_back(each);
    }
  }
  return names;
}

// "launch" is enough for LAUNCH FAILED, if nothing else begins or ends like it.
std::optional<Guess> read_verdict(std::string_view line) {
  static const Pattern yes("(?:right|correct|passed|passes|ok|okay|fine)");
  const std::string said = bare(line);
  if (yes.matches(said)) {
    return Guess{.verdict = kRight};
  }
  std::string text = boost::to_upper_copy(said);
  std::ranges::replace_if(
      text, [](char c) { return c == '_' || c == '-'; }, ' ');
  const std::vector<std::string> names = askable_verdicts();
  std::vector<std::string> meant;
  std::ranges::copy_if(names, std::back_inserter(meant), [&](const std::string& each) {
    return text.size() > 2 && (each.starts_with(text) || each.ends_with(' ' + text));
  });
  const bool is_one = std::ranges::count(names, text) == 1;
  return is_one              ? std::optional(Guess{.verdict = text})
         : meant.size() == 1 ? std::optional(Guess{.verdict = meant.front()})
                             : std::nullopt;
}

// "twice too many", "a third of it".
std::string how_far(double ratio, std::string_view column) {
  constexpr double kAlike = 0.08;
  constexpr const char* kParts[] = {"half", "a third", "a quarter", "a fifth"};
  const char* const much = column == kFasterColumn || is_share(column) || column == "bytes/FLOP"
                               ? "too much"
                               : "too many";
  const double factor = ratio > 1 ? ratio : 1 / ratio, whole = std::round(factor);
  const bool is_whole = std::fabs(factor / whole - 1) < kAlike;
  if (ratio > 1) {
    return is_whole && whole == 2
               ? fmt::format("twice {}", much)
               : fmt::format("{} times {}",
                             is_whole || factor >= 10 ? fmt::format("{:.0f}", whole)
                                                      : fmt::format("{:.1f}", factor),
                             much);
  }
  return is_whole && whole >= 2 && whole <= 5 ? fmt::format("{} of it", kParts[int(whole) - 2])
         : factor >= 10                       ? fmt::format("a {:.0f}th of it", whole)
                                              : fmt::format("{:.2f} of it", ratio);
}

}  // namespace

std::optional<Guess> read_guess(std::string_view line, std::string_view column) {
  return column == kVerdictColumn ? read_verdict(line) : read_number(line, column);
}

std::string expected_guess(std::string_view column) {
  if (column == kVerdictColumn) {
    return fmt::format("right, or a verdict: {}", fmt::join(askable_verdicts(), ", "));
  }
  return is_whole(column)   ? "a number, such as 96 or 3 * 32"
         : is_share(column) ? "a share, such as 75 % or 3/4"
                            : "a number, such as 8 or 8.5";
}

Comparison compared(const Guess& guess, const std::string& came, std::string_view column) {
  if (column == kVerdictColumn) {
    return {guess.verdict == came ? Nearness::right : Nearness::off, ""};
  }
  const double value = std::strtod(came.c_str(), nullptr);
  if (value == 0 || guess.number == 0) {
    return {value == guess.number ? Nearness::right : Nearness::off, ""};
  }
  const double ratio = guess.number / value, factor = std::max(ratio, 1 / ratio);
  const Limits limits = limits_of(column);
  if (factor <= limits.right || std::fabs(guess.number - value) < 0.4999 * guess.rounded_to) {
    return {Nearness::right, ""};
  }
  return factor <= limits.near ? Comparison{Nearness::near, ""}
                               : Comparison{Nearness::off, how_far(ratio, column)};
}

}  // namespace gemmlab
