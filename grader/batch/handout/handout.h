// Makes the tree that a class is given.
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
  std::function<void(const std::string&)> progress;  // what is being done
};

// Why a tree cannot be written to `folder`: it holds something, or lies inside the project. Empty
// if it can.
std::string objection_to_folder(const std::filesystem::path& folder, const Paths& from);

// Writes the tree to `folder`, which appears whole or not at all. Returns what it lacks, in
// sentences: a module that could not be compiled here. Throws InfrastructureError and
// std::filesystem::filesystem_error.
std::vector<std::string> write_handout(const HandoutJob& job, const std::filesystem::path& folder);

}  // namespace gemmlab
