#include "grader/cli/commands/tool_output.h"

#include <algorithm>
#include <map>
#include <regex>

namespace gemmlab {

bool is_progress_line(const std::string& line) {
  static const std::regex fraction(R"(\s*\[?\d+/\d.*)");
  return std::regex_match(line, fraction);
}

bool is_failure_line(const std::string& line) {
  static const std::regex failure(R"(\s*\d+/\d.* (FAIL|TIMEOUT|ERROR|UNEXPECTEDPASS) .*)");
  return std::regex_match(line, failure);
}

std::optional<TestTime> time_in(const std::string& line) {
  static const std::regex ended(
      R"(\s*\d+/\d+ (?:\w+:)?(.*\S)\s+(?:OK|FAIL|TIMEOUT|ERROR|SKIP|\w+PASS|EXPECTEDFAIL)\s+([\d.]+)s\b.*)");
  std::smatch match;
  return std::regex_match(line, match, ended)
             ? std::optional(TestTime{match[1], std::stod(match[2])})
             : std::nullopt;
}

std::optional<TestCounts> counts_in(const std::vector<std::string>& lines) {
  static const std::regex row(R"((\w[\w ]*):\s+(\d+)\s*)");
  static const std::map<std::string, int TestCounts::*> fields{
      {"Ok", &TestCounts::passed},       {"Expected Fail", &TestCounts::passed},
      {"Fail", &TestCounts::failed},     {"Unexpected Pass", &TestCounts::failed},
      {"Skipped", &TestCounts::skipped}, {"Timeout", &TestCounts::failed},
  };
  std::optional<TestCounts> counts;
  for (const std::string& line : lines) {
    if (std::smatch match; std::regex_match(line, match, row) && fields.contains(match[1])) {
      counts = counts.value_or(TestCounts{});
      (*counts).*fields.at(match[1]) += std::stoi(match[2]);
    }
  }
  return counts;
}

int registers_in(const std::string& ptxas_output) {
  static const std::regex used(R"(Used (\d+) registers)");
  int most = 0;
  for (std::sregex_iterator at(ptxas_output.begin(), ptxas_output.end(), used), end; at != end;
       ++at) {
    most = std::max(most, std::stoi((*at)[1]));
  }
  return most;
}

}  // namespace gemmlab
