// A lab's textbook solution in this tree: its source, or, in a hand-out, the skeleton derived from
// it and prebuilt modules. If a hand-out withholds the source, the path where it would be still
// names the solution.
#pragma once

#include <filesystem>
#include <string>

#include "grader/compile/compile_result.h"
#include "grader/compile/paths.h"
#include "grader/core/backend.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Below Paths::reference(): a lab's module of one kind. Its skeleton is at Lab::path() there.
std::filesystem::path kept_module(const Lab& lab, Backend kind);

// The skeleton that the class received. Throws std::runtime_error if the tree has neither it nor
// the solution, or if that is malformed.
std::string handed_out_skeleton(const Paths& paths, const Lab& lab);

// Whether `source` is a solution that this hand-out withholds.
bool is_withheld(const std::filesystem::path& source);

// The module of a withheld solution; an infrastructure result if the hand-out does not include it.
CompileResult prebuilt(const std::filesystem::path& source, Backend kind);

}  // namespace gemmlab
