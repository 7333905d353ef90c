// Where libFuzzer enters each target.
#include "grader/fuzz/sample_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gemmlab::examine({reinterpret_cast<const char*>(data), size});
  return 0;
}
