#include "grader/judge/judge.h"

#include <algorithm>
#include <stdexcept>

#include "grader/judge/lab_judge.h"

namespace gemmlab {

LabResult judge_lab(const Lab& lab, const Spec& spec, const fs::path& source,
                    const JudgeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  LabResult result = LabJudge(lab, spec, source, options).judge();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

const Spec& spec_of(const Lab& lab) {
  const auto found = std::ranges::find(registered_specs(), lab.slug(), &Spec::lab);
  if (found == registered_specs().end()) {
    throw std::logic_error("lab " + lab.slug() + " has no Spec: see grader/tests");
  }
  return **found;
}

}  // namespace gemmlab
