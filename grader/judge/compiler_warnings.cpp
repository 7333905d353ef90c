#include "grader/judge/compiler_warnings.h"

#include <regex>
#include <sstream>

namespace gemmlab {

std::vector<CompilerWarning> telling_warnings(const std::string& warnings) {
  static const std::regex telling(R"(:(\d+): warning: (.*) \[-W(maybe-uninitialized|uninitialized|)"
                                  R"(aggressive-loop-optimizations|array-bounds)[^\]]*\])");
  std::vector<CompilerWarning> found;
  std::istringstream lines(warnings);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, telling)) {
      found.push_back({std::stoi(match[1]), match[2], match[3] == "aggressive-loop-optimizations"});
    }
  }
  return found;
}

}  // namespace gemmlab
