// Where the parts of a course lie, below the root of a project shaped like this one.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/core/labs.h"

namespace gemmlab {

struct Course {
  std::filesystem::path root;
  std::vector<Lab> labs;
  // Whether a file below labs/ is a student's work, which need be no skeleton.
  std::function<bool(const std::filesystem::path&)> students_own = [](const auto&) {
    return false;
  };

  // Paths relative to the root, as messages show them.
  static std::filesystem::path skeleton(const Lab& lab) { return "labs" / lab.path(); }
  static std::filesystem::path solution(const Lab& lab) { return "solutions" / lab.path(); }
  static std::filesystem::path page(const Lab& lab) {
    return std::filesystem::path("docs") / (lab.slug() + ".md");
  }
  static std::filesystem::path model_page() { return "docs/model.md"; }
  static std::filesystem::path spec(const Lab& lab) {
    return std::filesystem::path("grader/tests") / (lab.slug() + "_test.cpp");
  }
  static std::filesystem::path mutants(const Lab& lab) {
    return std::filesystem::path("grader/mutants") / lab.slug();
  }

  // The text of a file, empty if there is none: only check_files speaks of missing files.
  std::string text(const std::filesystem::path& relative) const;
};

// Reads labs/labs.table below `root`. Throws std::runtime_error naming file and line.
Course read_course(const std::filesystem::path& root);

}  // namespace gemmlab
