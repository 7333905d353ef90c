#include "grader/judge/compiler_warnings.h"

#include <regex>

namespace gemmlab {

std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings) {
  static const std::regex telling(R"((.*) \[-W(maybe-uninitialized|uninitialized|)"
                                  R"(aggressive-loop-optimizations|array-bounds)[^\]]*\])");
  std::vector<CompilerWarning> found;
  std::smatch match;
  for (const Diagnostic& each : warnings) {
    if (each.severity == Severity::warning && std::regex_match(each.text.text(), match, telling)) {
      found.push_back({each.line, match[1], match[2] == "aggressive-loop-optimizations"});
    }
  }
  return found;
}

}  // namespace gemmlab
