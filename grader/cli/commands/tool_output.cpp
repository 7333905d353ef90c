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

void MesonOutput::read(const std::string& line) {
  static const std::regex row(R"((\w[\w ]*):\s+(\d+)\s*)");
  static const std::map<std::string, int TestCounts::*> counts{
      {"Ok", &TestCounts::passed},       {"Expected Fail", &TestCounts::passed},
      {"Fail", &TestCounts::failed},     {"Unexpected Pass", &TestCounts::failed},
      {"Skipped", &TestCounts::skipped}, {"Timeout", &TestCounts::failed},
  };
  lines_.push_back(line);
  std::smatch match;
  if (std::regex_match(line, match, row) && counts.contains(match[1])) {
    counts_ = counts_.value_or(TestCounts{});
    (*counts_).*counts.at(match[1]) += std::stoi(match[2]);
  }
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
