#include "grader/judge/judge.h"

#include <chrono>
#include <stdexcept>

#include "grader/judge/lab_judge.h"

namespace gemmlab {

LabResult judge_lab(const Lab& lab,
                    const Spec& spec,
                    const std::filesystem::path& source,
                    const JudgeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  LabResult result = LabJudge(lab, spec, source, options).judge();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

const Spec& spec_of(const Lab& lab) {
  for (const Spec* spec : registered_specs()) {
    if (spec->lab == lab.slug()) {
      return *spec;
    }
  }
  throw std::logic_error("lab " + lab.slug() + " has no Spec: see grader/tests");
}

}  // namespace gemmlab
