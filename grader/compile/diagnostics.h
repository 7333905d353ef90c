// Parses compiler output; only lines of the student's own files count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/core/facts/refusal.h"

namespace gemmlab {

// Whether a file lies below one of these paths, or is not a file at all ("<built-in>").
bool is_foreign(const std::string& file, const std::vector<std::string>& foreign);

// Diagnostics of g++, clang and nvcc, in their order. A diagnostic in a foreign header moves to the
// student's line that included it, if the compiler names that line.
//   foreign: prefixes of the paths that are not the student's
std::vector<Diagnostic> parse_diagnostics(const ForeignText& output,
                                          const std::vector<std::string>& foreign);

// The first `limit` diagnostics of that severity, each with its notes and all with their source
// lines, and at most 16 KiB of text.
//   only: the one file whose lines may be quoted, because a source can make the compiler print
//   other files, even ones that its author cannot read; empty: any
std::vector<Diagnostic> first_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                          Severity severity, int limit,
                                          const std::string& only = "");

// The line of the first error in `file`.
std::optional<int> first_error_line(const std::vector<Diagnostic>& diagnostics,
                                    const std::string& file);

}  // namespace gemmlab
