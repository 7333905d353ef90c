// How a run is to go.
#pragma once

#include <cstdint>

#include "common/facts/read_back.h"

namespace simt {

using namespace gemmlab;  // the facts of a run

struct Options {
  std::uint64_t seed = 0;                   // shuffles lanes, warps and blocks; 0: natural order
  std::uint64_t access_budget = 0;          // accesses until the run is stopped; 0: no limit
  bool fail_launches = false;               // every launch returns cudaErrorLaunchOutOfResources
  bool skip_launches = false;               // kernels do nothing, and no launch fails
  bool closely = false;                     // with examples and predictions; several times slower
  int change = 0;                           // the number that simt::change() returns
  bool only_values = false;                 // no findings and no counts of accesses; faster
  ReadBack read_back = ReadBack::as_it_is;  // what the host sees; not with only_values
};

}  // namespace simt
