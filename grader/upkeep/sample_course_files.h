// A well-formed course with one lab; each test breaks it in one place.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "grader/upkeep/checks.h"

namespace gemmlab {

namespace fs = std::filesystem;

inline constexpr std::string_view kSolution =
    "int f() {\n"
    "  // Step 1.1: be right.\n"
    "  // >>> 3 lines\n"
    "  int x = 1;\n"
    "  x += 1;\n"
    "  return x;\n"
    "  // <<<\n"
    "}\n";

inline constexpr std::string_view kPage =
    "# Lab 01\n## Goal\n## Idea\n## Steps\n### 1.1 be right\n```\n# no heading\n```\n"
    "## Hints\n### 1.1\n- think\n\n  ```\n## no heading\n  ```\n## Measure\n## Why\n### 1.2 is no "
    "step here\n";

inline constexpr std::string_view kModelPage =
    "# Model\n<!-- figures: written by ./gemmlab upkeep --write -->\nold\n"
    "<!-- end of figures -->\nafter\n";

inline constexpr std::string_view kReadme =
    "# All\n<!-- labs: written by ./gemmlab upkeep --write -->\n<!-- end of labs -->\n"
    "<!-- packages: written by ./gemmlab upkeep --write -->\n<!-- end of packages -->\n";

inline constexpr std::string_view kLauncher =
    "#!/bin/sh\nrequirements='\ncxx20  g++  gcc-c++\nmodule:x  libx-dev  x-devel\n'\n";

class CourseTest : public testing::Test {
 protected:
  CourseTest()
      : root_(fs::path(testing::TempDir()) / ("gemmlab_upkeep_" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    write("labs/labs.table", "01 one kernel.cpp The first\n");
    write("solutions/01_one/kernel.cpp", kSolution);
    write("labs/01_one/kernel.cpp",
          "int f() {\n  // TODO(1.1): be right.\n  // your code: about 3 lines\n}\n");
    write("docs/01_one.md", kPage);
    write("docs/model.md", kModelPage);
    write("README.md", kReadme);
    write("gemmlab", kLauncher);
    write_derived(course());
    write("grader/tests/01_one_test.cpp", "spec");
    write("grader/mutants/01_one/wrong.cpp", "// verdict: WRONG\n");
    write("grader/mutants/01_one/right.cpp", "// verdict: PASSED\n");
  }
  ~CourseTest() override { fs::remove_all(root_); }

  void write(const fs::path& file, std::string_view text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }

  // Writes `text` with the only `what` in it replaced.
  void write_with(const fs::path& file, std::string_view text, std::string_view what,
                  std::string_view replacement) {
    std::string changed(text);
    ASSERT_NE(changed.find(what), changed.npos);
    write(file, changed.replace(changed.find(what), what.size(), replacement));
  }

  Course course() const {
    Course course = read_course(root_);
    course.commands = {{"grade", {"--shape", "--help"}}, {"test", {}}};
    return course;
  }

  // All problems of the course, as "file: rule".
  std::vector<std::string> problems() const {
    std::vector<std::string> lines;
    for (const Problem& problem : check_course(course())) {
      EXPECT_NE(problem.cure, "");
      lines.push_back(problem.file.string() + ": " + problem.rule);
    }
    return lines;
  }

  fs::path root_;
};

}  // namespace gemmlab
