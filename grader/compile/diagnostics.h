// What compilers print about a student's file. Internal to this room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/compile/known_files.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"

namespace gemmlab {

// Diagnostics of g++, clang and nvcc, in their order. A diagnostic in a foreign header moves to the
// student's line that included it, if the compiler names that line.
//   foreign: prefixes of the paths that are not the student's
std::vector<Diagnostic> parse_diagnostics(const ForeignText& output,
                                          const std::vector<std::string>& foreign);

// The first `limit` diagnostics of that severity, each with its notes and all with their source
// lines, and at most 16 KiB of text; only those about known files. All others are text of the
// message before them, which is left out: "text:1: error: more text".
std::vector<Diagnostic> first_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                          Severity severity, int limit, const KnownFiles& known);

// The line of the first error in the lab file.
std::optional<int> first_error_line(const std::vector<Diagnostic>& diagnostics,
                                    const KnownFiles& known);

}  // namespace gemmlab
