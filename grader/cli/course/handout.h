// gemmlab handout: writes the tree for a class. gemmlab gradescope: writes the archive for
// Gradescope, and grades a submission there.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {

struct HandoutOptions {
  std::string out;             // a folder
  bool check = false;          // examine that folder instead
  bool with_binaries = false;  // this build's tool, too
};

struct GradescopeOptions {
  std::string out;  // the archive to write; empty: grade
  std::vector<std::string> labs;
  std::string course;          // course.toml
  std::string grade, results;  // the submission's folder, the results.json to write
  std::string secret;          // the course's; empty: none
};

// Both return an ExitCode, and throw UsageError, InfrastructureError and Interrupted.
int handout(Context& context, const HandoutOptions& options);
int gradescope(Context& context, const GradescopeOptions& options);

}  // namespace gemmlab
