// What clang compiles for a device although nvcc refuses it: found in the code that it makes.
#pragma once

#include <string>
#include <vector>

#include "grader/compile/diagnostics.h"

namespace gemmlab {

// Kernels that use the address of a host's constant, store to a __constant__ variable, or have a
// type that nvcc refuses for their arguments.
//   code: clang's for the device, as LLVM's text with line tables, not optimised
//   source: the lab file that it was made from, named `file` in what is found
std::vector<Diagnostic> refused_device_code(const std::string& code, const std::string& source,
                                            const std::string& file);

}  // namespace gemmlab
