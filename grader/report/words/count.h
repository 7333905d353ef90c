// Numbers with what they count: a sentence gives the noun, and 1 has its singular.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace gemmlab {

// "rows" of "row", "passes" of "pass".
std::string plural(std::string_view noun);

// "1 row", "3 rows"
template <std::integral Number>
std::string counted(Number number, std::string_view noun) {
  return fmt::format("{} {}", number, number == 1 ? std::string(noun) : plural(noun));
}

// Two numbers with so many digits behind the point, or as many more as show that they differ.
inline std::pair<std::string, std::string> told_apart(double one, double other, int digits) {
  constexpr int kMost = 15;
  std::pair<std::string, std::string> texts;
  do {
    texts = {fmt::format("{:.{}f}", one, digits), fmt::format("{:.{}f}", other, digits)};
  } while (texts.first == texts.second && one != other && ++digits <= kMost);
  return texts;
}

// What sentences get for a whole number: {rows:row} becomes "1 row" or "3 rows", {times:time}
// "once" or "3 times". Other specifications are those of the number.
template <std::integral Number>
struct Count {
  Number number = 0;
};

template <typename Value>
constexpr auto count_or_same(const Value& value) {
  if constexpr (std::integral<Value> && !std::same_as<Value, bool> && !std::same_as<Value, char>) {
    return Count<Value>{value};
  } else {
    return value;
  }
}

}  // namespace gemmlab

template <typename Number>
struct fmt::formatter<gemmlab::Count<Number>> : fmt::formatter<Number> {
  constexpr auto parse(fmt::format_parse_context& context) {
    const auto end = std::find(context.begin(), context.end(), '}');
    const std::string_view wanted(context.begin(), std::size_t(end - context.begin()));
    if (wanted.size() < 2 || wanted[0] < 'a' || wanted[0] > 'z') {
      return fmt::formatter<Number>::parse(context);
    }
    noun_ = wanted;
    return end;
  }
  template <typename Context>
  auto format(const gemmlab::Count<Number>& count, Context& context) const {
    if (noun_.empty()) {
      return fmt::formatter<Number>::format(count.number, context);
    }
    const bool is_once = count.number == 1 && noun_ == "time";
    // Not fmt::format_to: it compiles all of fmt anew, in each file that comes here.
    return std::ranges::copy(is_once ? "once" : gemmlab::counted(count.number, noun_),
                             context.out())
        .out;
  }

 private:
  std::string_view noun_;  // within the format
};
