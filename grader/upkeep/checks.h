// What makes a course well formed, as far as reading its files can tell. Each check looks at one
// invariant and lists where it is broken.
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

// Every lab has a skeleton, a solution, a docs page and a Spec.
Problems check_files(const Course& course);

// The rooms hold the labs of the table and nothing else, but what students add.
Problems check_strays(const Course& course);

// The root holds what it must, and nothing else but what is hidden or a person's own.
Problems check_root(const Course& course);

// No file of code is too long, and no folder holds too many.
Problems check_sizes(const Course& course);

// No unit, a header with its source, includes one that includes it, by way of any others.
Problems check_circles(const Course& course);

// A room includes only those that rooms.table allows.
Problems check_arrows(const Course& course);

// Every lab has a wrong kernel and a right but unusual one, and each says what it is.
Problems check_mutants(const Course& course);

// Every skeleton is what the filter makes of its solution, but where a student has begun.
Problems check_skeletons(const Course& course);

// A solution has 1 to 4 gaps of 3 to 15 lines, and each says rightly how long it is.
Problems check_gaps(const Course& course);

// A docs page has the sections of every page, in order.
Problems check_sections(const Course& course);

// A solution's steps have a heading each below Steps and below Hints, in order and with a hint.
Problems check_steps(const Course& course);

// Tables that are computed stand in their pages as they are computed: see derived.h.
Problems check_derived(const Course& course);

// Links of Markdown pages lead to files and headings that exist, and so do paths in code spans.
Problems check_links(const Course& course);

// ./gemmlab, where a page calls it, is given a command and options that it has.
Problems check_commands(const Course& course);

// What editors and containers read is JSON, and its tasks run commands that exist.
Problems check_editor(const Course& course);

// All of the above.
Problems check_course(const Course& course);

// Writes the skeletons that differ from their solutions, but no student's; returns their paths.
// Throws std::runtime_error if a solution's markers do not pair or a file cannot be written.
std::vector<std::filesystem::path> write_skeletons(const Course& course);

}  // namespace gemmlab
