// Text in pages that is computed from other data. It is between two marks:
//   <!-- NAME: written by ./gemmlab upkeep --write -->
//   <!-- end of NAME -->
#pragma once

#include "grader/upkeep/checks.h"

namespace gemmlab {

// Updates the pages; returns those that changed. Throws std::runtime_error if the marks are missing
// in a page, or the table of packages in the launcher.
std::vector<std::filesystem::path> write_derived(const Course& course);

}  // namespace gemmlab
