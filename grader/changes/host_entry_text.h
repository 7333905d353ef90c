// Where in host code to look, as far as its text tells.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

// The lines of matmul_host that allocate or copy what it passes for a matrix (0: a, 1: b, 2: c).
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
