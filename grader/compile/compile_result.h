// The result of a compile.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/facts/refusal.h"

namespace gemmlab {

struct CompileResult {
  enum class Outcome {
    ok,
    does_not_compile,  // the student's program is wrong
    refused,  // it hides accesses from the simulator, or uses what the simulator does not know
    infrastructure,  // no compiler, no space, read-only build folder
  };
  Outcome outcome = Outcome::infrastructure;
  std::filesystem::path module = {};      // the shared object, if ok
  std::optional<Refusal> refusal = {};    // if it does not compile or is refused
  std::string problem = {};               // of this machine, if infrastructure
  std::vector<Diagnostic> warnings = {};  // from a plain -Wall compile, even if the result is ok
};

GEMMLAB_NAMES_IN(CompileResult::Outcome, "ok, does not compile, refused, infrastructure")

// Results: a module with the compiler's warnings; a refusal; a problem of this machine.
CompileResult compiled(std::filesystem::path module, std::vector<Diagnostic> warnings = {});
CompileResult refused(Refusal refusal);
inline CompileResult no_compiler(std::string problem) {
  return {.problem = std::move(problem)};
}

// Says in words why there is no module.
std::string message(const CompileResult& result);

}  // namespace gemmlab
