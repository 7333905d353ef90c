// Compiles a lab file to a module. Only this code runs compilers on a student's code.
#pragma once

#include <string>

#include "grader/compile/compile_result.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/machine/paths.h"
#include "grader/sandbox/enclosure.h"

namespace gemmlab {

// Compiles one lab file. Results are cached in paths().module_cache() by the content of the source,
// the headers it includes, the flags and the compiler's version; concurrent calls for the same
// module are safe. Messages show a relative `source` as it was given. A solution that a hand-out
// withholds is not compiled: its module already exists.
// Every process that reads the student's code has its own limits. With an enclosure it runs in the
// sandbox, uses the sandbox's own cache, and its output is checked against what the enclosure
// allows.
CompileResult compile(const fs::path& source, Backend kind, const Enclosure* enclosure = nullptr,
                      Purpose purpose = Purpose::judging);

// A lab's textbook solution in this tree: its source, or, in a hand-out, the skeleton derived from
// it and prebuilt modules. If a hand-out withholds the source, the path where it would be still
// names the solution.

// The skeleton that the class received. Throws std::runtime_error if the tree has neither it nor
// the solution, or if that is malformed.
std::string handed_out_skeleton(const Paths& paths, const Lab& lab);

}  // namespace gemmlab
