// Whom an instructor should look at, and why: facts, not judgements.
#pragma once

#include <string>
#include <vector>

#include "grader/batch/record.h"

namespace gemmlab {

struct Look {
  std::string student;
  std::string lab;  // id; empty: the whole submission
  std::string what;
};

// In the order of students: our failures, refused submissions, files left out that look like
// labs', programs that ended their process or ask for what is not allowed, labs without a verdict,
// and sources that several students share byte for byte (the skeleton apart).
std::vector<Look> who_needs_a_look(const std::vector<Record>& records);

}  // namespace gemmlab
