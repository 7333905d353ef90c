// Creates the tree for a class.
#pragma once

#include <functional>

#include "grader/core/labs.h"
#include "grader/machine/paths.h"

namespace gemmlab {

// The purpose of a tree.
enum class Audience {
  students,
  autograder,  // grades submissions where students' code runs: no solutions, but with grader/batch
};

struct HandoutJob {
  Paths from;
  std::vector<Lab> labs;
  Audience audience = Audience::students;
  std::function<void(const std::string&)> progress;  // gets the current action
  bool with_binaries = false;                        // this build's tool too
};

// Why a tree cannot be written to `folder`: it is not empty, or is inside the project. Empty if it
// can.
std::string objection_to_folder(const fs::path& folder, const Paths& from);

// Writes the tree to `folder`, which appears completely or not at all. Returns sentences about what
// is missing: modules whose compiler is not installed. Throws InfrastructureError if a compiler
// fails, and fs::filesystem_error.
std::vector<std::string> write_handout(const HandoutJob& job, const fs::path& folder);

}  // namespace gemmlab
