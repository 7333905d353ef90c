#include "grader/compile/compile_result.h"

#include <utility>
#include <variant>

#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

using Outcome = CompileResult::Outcome;

// Whether a compiler sees no error in the program.
bool is_only_refused(const Refusal& refusal) {
  const auto* const untranslatable = get_if<Untranslatable>(&refusal.cause);
  const auto* const stopped = get_if<ToolStopped>(&refusal.cause);
  return holds_alternative<HidesAccesses>(refusal.cause) ||
         (untranslatable != nullptr && untranslatable->kind != Untranslatable::Kind::syntax) ||
         (stopped != nullptr && stopped->tool == ToolStopped::Tool::translator);
}

}  // namespace

CompileResult compiled(fs::path module, std::vector<Diagnostic> warnings) {
  return {.outcome = Outcome::ok, .module = std::move(module), .warnings = std::move(warnings)};
}

CompileResult refused(Refusal refusal) {
  const Outcome outcome = is_only_refused(refusal) ? Outcome::refused : Outcome::does_not_compile;
  return {.outcome = outcome, .refusal = std::move(refusal)};
}

std::string message(const CompileResult& result) {
  return result.refusal ? sentence(*result.refusal) : result.problem;
}

}  // namespace gemmlab
