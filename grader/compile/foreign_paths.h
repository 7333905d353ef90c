// Which of the files that compilers name are not the student's. Internal to this room.
#pragma once

#include <string>
#include <vector>

#include "grader/core/fs.h"

namespace gemmlab {

// The paths where the compiler reads files that are not the student's.
const std::vector<std::string>& foreign_paths();
bool is_students(const fs::path& file);

// Whether a file lies below one of these paths, or is not a file at all ("<built-in>").
bool is_foreign(const std::string& file, const std::vector<std::string>& foreign);

}  // namespace gemmlab
