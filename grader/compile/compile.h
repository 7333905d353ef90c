// From a lab file to a module: the one place that runs compilers on a student's code.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grader/compile/enclosure.h"
#include "grader/core/backend.h"

namespace gemmlab {

// What a module is compiled for: by the host compiler at -O3 (cpu), translated and instrumented for
// the simulator's worker (sim), or by nvcc (cuda).
using ModuleKind = Backend;

struct CompileResult {
  enum class Outcome {
    ok,
    does_not_compile,  // the student's program is wrong
    refused,           // it hides accesses from the simulator, or uses what that does not know
    infrastructure,    // no compiler, no space, read-only build folder
  };
  Outcome outcome = Outcome::infrastructure;
  std::filesystem::path module;  // the shared object, if ok
  std::string message;           // the compiler's text against the student's own lines, or ours
  std::optional<int> line;       // first error's line in the student's file
  std::string warnings;          // text of a plain -Wall compile; may be there although ok
};

// Compiles one lab file. Results are cached in paths().module_cache() by the content of the source,
// the headers it includes, the flags and the compiler's version; concurrent calls for the same
// module are safe. A relative `source` is shown in messages as it was given. A solution that a
// hand-out withholds is not compiled: its module is there already.
// With an enclosure compilers run in its sandbox, and the cache is the sandbox's own; what they
// give is checked against what it allows.
CompileResult compile(const std::filesystem::path& source,
                      ModuleKind kind,
                      const Enclosure* enclosure = nullptr);

// Version and path of the host compiler and of nvcc as used, for `device`; empty if there is none.
std::string host_compiler();
std::string cuda_compiler();

}  // namespace gemmlab
