// A lab's textbook solution, as this tree holds it: its source, or, in a hand-out, the skeleton
// that follows from it and modules that were built beforehand. Where a hand-out withholds the
// source, the path where it would lie still names the solution.
#pragma once

#include <filesystem>
#include <string>

#include "grader/compile/compile_result.h"
#include "grader/compile/paths.h"
#include "grader/core/backend.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Below Paths::reference(): a lab's module of one kind. Its skeleton lies at Lab::path() there.
std::filesystem::path kept_module(const Lab& lab, Backend kind);

// The skeleton as the class got it. Throws std::runtime_error if the tree holds neither it nor the
// solution, or if that is malformed.
std::string handed_out_skeleton(const Paths& paths, const Lab& lab);

// Whether `source` is a solution that this hand-out withholds.
bool is_withheld(const std::filesystem::path& source);

// The module of a withheld solution; an infrastructure result if the hand-out came without it.
CompileResult prebuilt(const std::filesystem::path& source, Backend kind);

}  // namespace gemmlab
