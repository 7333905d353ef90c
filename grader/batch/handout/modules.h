// The solutions as a class gets them: compiled, so that speed can be told and a GPU be tried.
#pragma once

#include <filesystem>

#include "grader/compile/compile.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Where this lab's programs are timed.
Backend timed_kind(const Lab& lab);

// The file of a lab's solution, compiled to be handed out (cpu or cuda): it shows the contract's
// symbols and holds neither debug information nor text of the source, but machine code and, for the
// GPU, PTX do tell what is done. Kept for the next time, as compiling takes seconds each. Throws
// InfrastructureError.
std::filesystem::path handed_out_module(const Lab& lab, Backend kind);

}  // namespace gemmlab
