#include "grader/judge/values/compiler_warnings.h"

#include <algorithm>

#include "grader/core/pattern.h"

namespace gemmlab {

std::vector<CompilerWarning> telling_warnings(const std::vector<Diagnostic>& warnings) {
  static const Pattern telling(R"((.*) \[-W(maybe-uninitialized|uninitialized|)"
                               R"(aggressive-loop-optimizations|array-bounds)[^\]]*\])"
                               R"(|(the comma .*) \[-Wunused-value\])");
  std::vector<CompilerWarning> found;
  for (const Diagnostic& each : warnings) {
    if (each.severity != Severity::warning) {
      continue;
    }
    if (const auto match = telling.match(each.text.text())) {
      const CompilerWarning warning{each.line, (*match)[1] + (*match)[3],
                                    (*match)[2] == "aggressive-loop-optimizations"};
      const auto is_same = [&](const CompilerWarning& other) {  // as of two commas of one line
        return other.line == warning.line && other.text == warning.text;
      };
      if (std::ranges::none_of(found, is_same)) {
        found.push_back(warning);
      }
    }
  }
  return found;
}

bool is_about_comma(const CompilerWarning& warning) {
  return warning.text.starts_with("the comma ");
}

const CompilerWarning* proof_among(const std::vector<CompilerWarning>& warnings) {
  const auto proof = std::ranges::find(warnings, true, &CompilerWarning::is_proof);
  return proof == warnings.end() ? nullptr : &*proof;
}

}  // namespace gemmlab
