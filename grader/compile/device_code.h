// What clang compiles for a device although nvcc refuses it: found in the code that it makes.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

struct RefusedCode {
  int line;          // of the source; 0 if the code does not say
  std::string text;  // in a compiler's words
};

// Kernels that use the address of a host's constant, store to a __constant__ variable, or have a
// type that nvcc refuses for their arguments. What this costs is up to who wrote the source: call
// it in a process with limits.
//   code: clang's for the device, as LLVM's text with line tables, not optimised
//   source: the lab file that it was made from
std::vector<RefusedCode> refused_device_code(const std::string& code, const std::string& source);

}  // namespace gemmlab
