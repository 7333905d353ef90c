// From a lab file to a module: the one place that runs compilers on a student's code.
#pragma once

#include <filesystem>

#include "grader/compile/compile_process.h"
#include "grader/compile/compile_result.h"
#include "grader/core/backend.h"

namespace gemmlab {

// Compiles one lab file. Results are cached in paths().module_cache() by the content of the source,
// the headers it includes, the flags and the compiler's version; concurrent calls for the same
// module are safe. A relative `source` is shown in messages as it was given. A solution that a
// hand-out withholds is not compiled: its module is there already.
// All that reads the student's code is a process with limits of its own. With an enclosure they run
// in its sandbox, and the cache is the sandbox's own; what they give is checked against what it
// allows.
CompileResult compile(const std::filesystem::path& source,
                      Backend kind,
                      const Enclosure* enclosure = nullptr);

}  // namespace gemmlab
