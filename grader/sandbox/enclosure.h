// How student code is isolated while it is compiled and run, and what a course allows it to use.
#pragma once

#include <set>
#include <string>

#include "grader/sandbox/sandbox.h"

namespace gemmlab {

struct Enclosure {
  const Sandbox& sandbox;
  // What a lab file may use beyond the needs of labs: functions of the C library by name
  // ("getenv"), "*" for all.
  std::set<std::string> symbols;
  // The headers it may include besides the contract's and CUDA's runtime; empty: any.
  std::set<std::string> headers;
};

}  // namespace gemmlab
