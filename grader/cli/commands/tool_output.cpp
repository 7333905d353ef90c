#include "grader/cli/commands/tool_output.h"

#include <algorithm>
#include <map>

#include "grader/core/pattern.h"

namespace gemmlab {

bool is_progress_line(const std::string& line) {
  static const Pattern fraction(R"(\s*\[?\d+/\d.*)");
  return fraction.matches(line);
}

bool is_failure_line(const std::string& line) {
  static const Pattern failure(R"(\s*\d+/\d.* (FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS) .*)");
  return failure.matches(line);
}

std::optional<TestTime> time_in(const std::string& line) {
  static const Pattern ended(
      R"(\s*\d+/\d+ (?:\w+:)?(.*\S)\s+(?:OK|FAIL|TIMEOUT|ERROR|SKIP|\w+PASS|EXPECTEDFAIL)\s+([\d.]+)s\b.*)");
  const auto match = ended.match(line);
  return match ? std::optional(TestTime{(*match)[1], std::stod((*match)[2])}) : std::nullopt;
}

std::optional<TestCounts> counts_in(const std::vector<std::string>& lines) {
  static const Pattern row(R"((\w[\w ]*):\s+(\d+)\s*)");
  static const std::map<std::string, int TestCounts::*> fields{
      {"Ok", &TestCounts::passed},       {"Expected Fail", &TestCounts::passed},
      {"Fail", &TestCounts::failed},     {"Unexpected Pass", &TestCounts::failed},
      {"Skipped", &TestCounts::skipped}, {"Timeout", &TestCounts::failed},
  };
  std::optional<TestCounts> counts;
  for (const std::string& line : lines) {
    if (const auto match = row.match(line); match && fields.contains((*match)[1])) {
      counts = counts.value_or(TestCounts{});
      (*counts).*fields.at((*match)[1]) += std::stoi((*match)[2]);
    }
  }
  return counts;
}

int registers_in(const std::string& ptxas_output) {
  static const Pattern used(R"(Used (\d+) registers)");
  int most = 0;
  for (const Match& match : used.all_in(ptxas_output)) {
    most = std::max(most, std::stoi(match[1]));
  }
  return most;
}

}  // namespace gemmlab
