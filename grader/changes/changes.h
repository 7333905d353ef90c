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

// Where in host code to look, as far as its text tells: the lines of matmul_host that allocate or
// copy what it passes for a matrix (0: a, 1: b, 2: c).
std::vector<int> lines_about_matrix(const std::string& source, int matrix);
// Where it calls matmul, or launches a kernel itself.
std::vector<int> lines_of_launch(const std::string& source);
// Its allocations without a cudaFree.
std::vector<int> lines_never_freed(const std::string& source);
// Its last return, and where it asks for errors.
std::vector<int> lines_about_errors(const std::string& source);
// Where the dim3 of the launch at a line are declared.
std::vector<int> lines_of_extents(const std::string& source, int line);

}  // namespace gemmlab
