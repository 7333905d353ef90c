// Text in pages that is computed from something else. It stands between two marks:
//   <!-- NAME: written by ./gemmlab upkeep --write -->
//   <!-- end of NAME -->
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/upkeep/course.h"

namespace gemmlab {

// One row a lab of labs/labs.table: its page, its title, its file.
std::string table_of_labs(const Course& course);

// The command that installs what the launcher's table lists for Debian. Throws std::runtime_error
// if the launcher has no such table.
std::string packages_command(const Course& course);

// Brings the pages up to date; returns those that changed. Throws std::runtime_error if a page
// lacks the marks.
std::vector<std::filesystem::path> write_derived(const Course& course);

}  // namespace gemmlab
