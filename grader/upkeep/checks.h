// What makes a course well formed. Each check looks at one invariant and lists where it is broken.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/upkeep/course.h"

namespace gemmlab {

struct Problem {
  std::filesystem::path file;  // relative to the root
  std::string rule;            // what ought to hold, and what is there instead
  std::string cure;            // what to do
};

using Problems = std::vector<Problem>;

// Every lab has a skeleton, a solution, a docs page, a Spec and at least one mutant.
Problems check_files(const Course& course);

// labs/ and solutions/ hold the labs of the table and nothing else, but what students add.
Problems check_strays(const Course& course);

// Every skeleton is what the filter makes of its solution, but where a student has begun.
Problems check_skeletons(const Course& course);

// A solution has 1 to 4 gaps of 3 to 15 lines, and each says rightly how long it is.
Problems check_gaps(const Course& course);

// A docs page has the sections of every page, in order.
Problems check_sections(const Course& course);

// A solution's steps have a heading each below Steps and below Hints, in order and with a hint.
Problems check_steps(const Course& course);

// docs/model.md has the table of figures as the model computes them.
Problems check_figures(const Course& course);

// All of the above.
Problems check_course(const Course& course);

// Writes the skeletons that differ from their solutions; returns their paths. Throws
// std::runtime_error if a solution's markers do not pair.
std::vector<std::filesystem::path> write_skeletons(const Course& course);

// Writes the table of figures into docs/model.md; whether it changed. Throws std::runtime_error if
// the page lacks the marks between which it stands.
bool write_figures(const Course& course);

}  // namespace gemmlab
