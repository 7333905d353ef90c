#include "grader/judge/file_check.h"

#include "grader/core/infrastructure_error.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {

FileJudgement judge_file(const fs::path& source, Backend backend, const Enclosure* enclosure) {
  const CompileResult compiled = compile(source, backend, enclosure);
  if (compiled.outcome == CompileResult::Outcome::infrastructure) {
    throw InfrastructureError(compiled.problem);
  }
  if (compiled.outcome == CompileResult::Outcome::ok) {
    return {passed(), compiled.module, compiled.warnings};
  }
  std::vector<Place> places;
  if (compiled.refusal->line) {
    places = {{"", *compiled.refusal->line}};
  }
  return {compiled.outcome == CompileResult::Outcome::refused
              ? refused(*compiled.refusal, places)
              : failed({Verdict::does_not_compile, *compiled.refusal, places})};
}

Judgement not_started(const std::string& skeleton) {
  const auto steps = steps_of(skeleton);
  return failed({Verdict::not_started, SkeletonUnchanged{steps.empty() ? "" : steps.front()}});
}

}  // namespace gemmlab
