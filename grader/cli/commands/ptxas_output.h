// What `nvcc -Xptxas -v` says of a kernel.
#pragma once

#include <string>

namespace gemmlab {

// Registers a thread of the kernel that takes most; 0 if the text speaks of none.
int registers_in(const std::string& ptxas_output);

}  // namespace gemmlab
