// The archive that an instructor uploads to Gradescope.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/compile/paths.h"
#include "grader/core/labs.h"

namespace gemmlab {

struct AutograderJob {
  Paths from;
  std::vector<Lab> labs;              // of the course
  std::vector<std::string> assigned;  // ids of those that this assignment grades; empty: all
  std::filesystem::path course;       // course.toml, if any: which checks are shown
  std::function<void(const std::string&)> progress;
};

// Writes an archive with setup.sh and run_autograder at its root, and beside them the tree that a
// class gets, with what grades submissions: no solutions, since students' programs run beside it.
// The same files give the same archive. Throws std::runtime_error and InfrastructureError.
void write_autograder(const AutograderJob& job, const std::filesystem::path& file);

}  // namespace gemmlab
