// The file: is it still the skeleton, and does it compile?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/compile/compile.h"
#include "grader/judge/plan.h"

namespace gemmlab {

struct FileJudgement {
  Judgement judgement;
  std::optional<fs::path> module = {};    // if the file compiles
  std::vector<Diagnostic> warnings = {};  // from the compiler
};

// Compiles the file for a backend. Throws InfrastructureError.
FileJudgement judge_file(const fs::path& source, Backend backend, const Enclosure* enclosure);

// Nothing has been done in this file.
Judgement not_started(const std::string& skeleton);

}  // namespace gemmlab
