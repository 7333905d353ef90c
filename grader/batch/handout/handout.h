// Creates the tree for a class.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/batch/handout/files.h"
#include "grader/compile/paths.h"
#include "grader/core/labs.h"

namespace gemmlab {

struct HandoutJob {
  Paths from;
  std::vector<Lab> labs;
  Audience audience = Audience::students;
  std::function<void(const std::string&)> progress;  // gets the current action
};

// Why a tree cannot be written to `folder`: it is not empty, or is inside the project. Empty if it
// can.
std::string objection_to_folder(const std::filesystem::path& folder, const Paths& from);

// Writes the tree to `folder`, which appears completely or not at all. Returns sentences about what
// is missing: a module that could not be compiled here. Throws InfrastructureError and
// std::filesystem::filesystem_error.
std::vector<std::string> write_handout(const HandoutJob& job, const std::filesystem::path& folder);

}  // namespace gemmlab
