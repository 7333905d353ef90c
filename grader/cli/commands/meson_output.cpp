#include "grader/cli/commands/meson_output.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace gemmlab {
namespace {

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

// "12/40 " or "[12/40] " at the start.
bool starts_with_fraction(std::string_view line) {
  line = without_blanks(line);
  if (line.starts_with('[')) {
    line.remove_prefix(1);
  }
  const std::size_t end = line.find_first_not_of("0123456789");
  return end != 0 && end < line.size() && line[end] == '/' && end + 1 < line.size() &&
         std::isdigit(static_cast<unsigned char>(line[end + 1]));
}

// Meson's summary rows and what they count as.
constexpr std::pair<std::string_view, int TestCounts::*> kRows[] = {
    {"Ok:", &TestCounts::passed},       {"Expected Fail:", &TestCounts::passed},
    {"Fail:", &TestCounts::failed},     {"Unexpected Pass:", &TestCounts::failed},
    {"Skipped:", &TestCounts::skipped}, {"Timeout:", &TestCounts::failed},
};

}  // namespace

bool is_progress_line(std::string_view line) {
  return starts_with_fraction(line);
}

bool is_failure_line(std::string_view line) {
  if (!starts_with_fraction(line) || without_blanks(line).starts_with('[')) {
    return false;
  }
  for (const char* outcome : {" FAIL ", " TIMEOUT ", " ERROR ", " UNEXPECTEDPASS "}) {
    if (line.find(outcome) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

void MesonOutput::read(const std::string& line) {
  lines_.push_back(line);
  for (const auto& [label, count] : kRows) {
    if (!line.starts_with(label)) {
      continue;
    }
    const std::string_view text = without_blanks(std::string_view(line).substr(label.size()));
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) {
      counts_ = counts_.value_or(TestCounts{});
      (*counts_).*count += number;
    }
  }
}

}  // namespace gemmlab
