// The part of the console report that tells of checks that did not pass.
#pragma once

#include <functional>
#include <string>

#include "grader/core/result.h"
#include "grader/report/terminal.h"

namespace gemmlab {

struct ConsoleOptions {
  Terminal terminal;
  // The text of a source file, for excerpts; empty if it cannot be read. May itself be empty.
  std::function<std::string(const std::string& path)> read_source;
  bool show_matrices = false;  // the demonstration, even if it is right
};

Ink verdict_ink(Verdict verdict);

// What failed, gravest first, and what was not run. Checks that failed in the same way at the same
// place are told of once. Empty if there is nothing to tell.
std::string console_checks(const LabResult& lab, const ConsoleOptions& options);

}  // namespace gemmlab
