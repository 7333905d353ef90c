// What comes of a compile, and what it is for.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/fs.h"

namespace gemmlab {

// What a module is compiled for. Whoever tries changes reads no warnings, which take as long as the
// module, and runs each change briefly: less of the optimizer costs less than it saves.
enum class Purpose { judging, trying_changes };

// What compiling a program with changes may take of a processor, however busy the machine is: a
// constexpr loop keeps a compiler busy as long as its author likes.
inline constexpr std::chrono::seconds kTimeToTry{15};

struct CompileResult {
  enum class Outcome {
    ok,
    does_not_compile,  // the student's program is wrong
    refused,  // it hides accesses from the simulator, or uses what the simulator does not know
    infrastructure,  // no compiler, no space, read-only build folder
  };
  Outcome outcome = Outcome::infrastructure;
  fs::path module = {};                   // the shared object, if ok
  std::optional<Refusal> refusal = {};    // if it does not compile or is refused
  std::string problem = {};               // of this machine, if infrastructure
  std::vector<Diagnostic> warnings = {};  // from a plain -Wall compile, even if the result is ok
};

GEMMLAB_NAMES_IN(CompileResult::Outcome, "ok, does not compile, refused, infrastructure")

// Results: a module with the compiler's warnings; a refusal; a problem of this machine.
CompileResult compiled(fs::path module, std::vector<Diagnostic> warnings = {});
CompileResult refused(Refusal refusal);
inline CompileResult no_compiler(std::string problem) {
  return {.problem = std::move(problem)};
}

// Says in words why there is no module.
std::string message(const CompileResult& result);

}  // namespace gemmlab
