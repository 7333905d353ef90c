#include "grader/judge/compiler_opinion.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/judge/compiler_warnings.h"
#include "grader/judge/plan.h"

namespace gemmlab {

void heed_proofs(const std::vector<std::size_t>& places, LabResult& lab) {
  const std::vector<CompilerWarning> warnings = telling_warnings(lab.warnings);
  const auto proof = std::find_if(warnings.begin(), warnings.end(),
                                  [](const CompilerWarning& each) { return each.is_proof; });
  if (proof == warnings.end()) {
    return;
  }
  for (std::size_t at : places) {
    Check& check = lab.checks[at];
    fail(check, Verdict::out_of_bounds,
         fmt::format("The compiler proves of line {}: {}. The loop leaves an array there, or a "
                     "number overflows. What comes out is a matter of luck.",
                     proof->line, proof->text));
    check.lines = {proof->line};
    check.line = proof->line;
  }
}

void quote_compiler(const std::vector<std::size_t>& places, LabResult& lab) {
  const auto is_wrong = [&](std::size_t at) {
    const Verdict verdict = lab.checks[at].verdict;
    return verdict == Verdict::wrong || verdict == Verdict::partial ||
           verdict == Verdict::not_finite || verdict == Verdict::transposed;
  };
  const auto first = std::find_if(places.begin(), places.end(), is_wrong);
  if (first == places.end()) {
    return;
  }
  Check& check = lab.checks[*first];
  for (const CompilerWarning& warning : telling_warnings(lab.warnings)) {
    check.message += fmt::format("\nThe compiler warns of line {}: {}. That may be the cause.",
                                 warning.line, warning.text);
    check.lines.push_back(warning.line);
    check.line = check.line.value_or(warning.line);
  }
}

}  // namespace gemmlab
