// Whom an instructor should look at, and why: facts, not judgements.
#pragma once

#include <string>
#include <vector>

#include "grader/batch/record.h"

namespace gemmlab {

struct ReviewFlag {
  std::string student;
  std::string lab;  // id; empty: the whole submission
  std::string what;
};

// In the order of students: our failures, refused submissions, files left out that look like
// labs', programs that ended their process or ask for what is not allowed, and labs without a
// verdict.
std::vector<ReviewFlag> review_flags(const std::vector<Record>& records);

// One file that several students handed in, equal byte for byte.
struct SharedFile {
  std::string lab;                    // id
  std::vector<std::string> students;  // two at least, in their order
};

// All but the skeleton, by lab; what more students share comes first.
std::vector<SharedFile> shared_files(const std::vector<Record>& records);

}  // namespace gemmlab
