// Text in pages that is computed from something else. It stands between two marks:
//   <!-- NAME: written by ./gemmlab upkeep --write -->
//   <!-- end of NAME -->
#pragma once

#include <filesystem>
#include <vector>

#include "grader/upkeep/course.h"

namespace gemmlab {

// Brings the pages up to date; returns those that changed. Throws std::runtime_error if a page
// lacks the marks, or the launcher its table of packages.
std::vector<std::filesystem::path> write_derived(const Course& course);

}  // namespace gemmlab
