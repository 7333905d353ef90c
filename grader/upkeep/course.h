// The locations of a course's parts, below the root of a project with this layout.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/core/labs.h"

namespace gemmlab {

// The commands and their options, "--shape".
using Vocabulary = std::map<std::string, std::set<std::string>>;

struct Course {
  std::filesystem::path root;
  std::vector<Lab> labs;
  Vocabulary commands;
  // Whether a file is personal: a student's work below labs/, which need not be a skeleton, or a
  // file that a user left in the root.
  std::function<bool(const std::filesystem::path&)> students_own = [](const auto&) {
    return false;
  };

  // Paths relative to the root, as messages show them.
  static std::filesystem::path skeleton(const Lab& lab) { return "labs" / lab.path(); }
  static std::filesystem::path solution(const Lab& lab) { return "solutions" / lab.path(); }
  static std::filesystem::path page(const Lab& lab) {
    return std::filesystem::path("docs") / (lab.slug() + ".md");
  }
  static std::filesystem::path spec(const Lab& lab) {
    return std::filesystem::path("grader/tests") / (lab.slug() + "_test.cpp");
  }
  static std::filesystem::path mutants(const Lab& lab) {
    return std::filesystem::path("grader/mutants") / lab.slug();
  }

  bool has(const std::filesystem::path& relative) const {
    return std::filesystem::is_regular_file(root / relative);
  }

  // The text of a file, empty if it is missing: only check_files reports missing files.
  std::string text(const std::filesystem::path& relative) const;

  // The content of a folder, sorted by name; nothing if the folder does not exist.
  std::vector<std::filesystem::path> entries(const std::filesystem::path& folder) const;

  // The project's own files with one of these extensions (".md"), sorted: no build folders, no
  // hidden ones except .ci, .devcontainer and .vscode, and nothing below labs/, which belongs to
  // the students.
  std::vector<std::filesystem::path> files(const std::set<std::string>& extensions) const;
};

// Reads labs/labs.table below `root`. Throws std::runtime_error naming file and line.
Course read_course(const std::filesystem::path& root);

}  // namespace gemmlab
