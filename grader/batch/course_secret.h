// The secret of a course: shapes are drawn from it and from what is handed in, so that they cannot
// be known before, and are the same for equal files of all students.
#pragma once

#include <string>

#include "grader/core/fs.h"

namespace gemmlab {

// 64 hexadecimal digits from that file, which only its owner can read. Throws InfrastructureError
// that says what to do if it is missing, unreadable, or holds anything else.
std::string read_course_secret(const fs::path& file);

// That of OUT/secret, which is made by the first call, at random, and never changed. Several
// processes can call it at once. Throws as above, and if it cannot be made.
std::string course_secret(const fs::path& out);

}  // namespace gemmlab
