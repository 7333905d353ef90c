#include "grader/judge/stages.h"

#include "grader/compile/compile.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {

bool is_skeleton(const std::string& text, const std::string& skeleton) {
  return without_comments(text) == without_comments(skeleton);
}

Check not_started(const std::string& skeleton, Check planned) {
  const auto steps = steps_of(skeleton);
  return failed(std::move(planned), Verdict::not_started,
                SkeletonUnchanged{steps.empty() ? "" : steps.front()});
}

FileCheck judge_file(const std::filesystem::path& source, Backend backend,
                     const Enclosure* enclosure, Check planned) {
  const CompileResult compiled = compile(source, backend, enclosure);
  if (compiled.outcome == CompileResult::Outcome::infrastructure) {
    throw InfrastructureError(compiled.problem);
  }
  if (compiled.outcome == CompileResult::Outcome::ok) {
    return {passed(std::move(planned)), compiled.module, compiled.warnings};
  }
  std::vector<Place> places;
  if (compiled.refusal->line) {
    places = {{"", *compiled.refusal->line}};
  }
  return {compiled.outcome == CompileResult::Outcome::refused
              ? refused(std::move(planned), *compiled.refusal, places)
              : failed(std::move(planned), Verdict::does_not_compile, *compiled.refusal, places)};
}

}  // namespace gemmlab
