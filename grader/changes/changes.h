// Small changes to a lab file, such as another variable at one place. If one of them makes C right
// at every shape, its line is where to look, whatever the mistake is called.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {

inline constexpr std::size_t kMostText = 64 << 10;  // of a file that is looked at

struct ChangeableText {
  std::string text;             // the file, on the same lines; asks __gemmlab_change(NUMBER)
  std::vector<Change> changes;  // numbered from 1 on
  std::size_t usual = 0;  // so many exchange or leave out what is there; the others add to an index
};

// `unchanged`: lines that stay as they are.
ChangeableText changeable(const std::string& source, const std::set<int>& unchanged = {});

}  // namespace gemmlab
