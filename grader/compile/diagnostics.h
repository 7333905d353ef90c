// What compilers print, taken apart: only lines of the student's own files count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/core/facts/refusal.h"

namespace gemmlab {

// Whether a file lies below one of those paths, or is none at all ("<built-in>").
bool is_foreign(const std::string& file, const std::vector<std::string>& foreign);

// Diagnostics of g++, clang and nvcc, in their order. One that lies in a header which is not the
// student's is moved to the student's line that led there, if the compiler names one.
//   foreign: beginnings of the paths that are not the student's
std::vector<Diagnostic> parse_diagnostics(const ForeignText& output,
                                          const std::vector<std::string>& foreign);

// The first `limit` diagnostics of that severity, each with the notes that follow it, and all with
// their source lines.
//   only: the one file whose lines may be quoted, since a compiler prints what a source tells it
//   to, names of files that its author cannot read too; empty: any
std::vector<Diagnostic> first_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                          Severity severity,
                                          int limit,
                                          const std::string& only = "");

// The line of the first error in `file`.
std::optional<int> first_error_line(const std::vector<Diagnostic>& diagnostics,
                                    const std::string& file);

}  // namespace gemmlab
