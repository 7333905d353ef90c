// What compilers print, taken apart and told to the student: only lines of the student's own files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct Diagnostic {
  enum class Severity { error, warning, note };
  std::string file;
  int line = 0;
  Severity severity = Severity::error;
  std::string text;
};

// Whether a file lies below one of those paths, or is none at all ("<built-in>").
bool is_foreign(const std::string& file, const std::vector<std::string>& foreign);

// Diagnostics of g++, clang and nvcc, in their order. One that lies in a header which is not the
// student's is moved to the student's line that led there, if the compiler names one.
//   foreign: beginnings of the paths that are not the student's
std::vector<Diagnostic> parse_diagnostics(std::string_view output,
                                          const std::vector<std::string>& foreign);

// The first `limit` diagnostics of that severity, as the compilers write them ("k.cu:3: error:
// ..."), each with its source line and the notes that follow it.
//   only: the one file whose lines may be quoted, since a compiler prints what a source tells it
//   to, names of files that its author cannot read too; empty: any
std::string describe(const std::vector<Diagnostic>& diagnostics,
                     Diagnostic::Severity severity,
                     int limit,
                     const std::string& only = "");

// The line of the first error in `file`.
std::optional<int> first_error_line(const std::vector<Diagnostic>& diagnostics,
                                    std::string_view file);

}  // namespace gemmlab
