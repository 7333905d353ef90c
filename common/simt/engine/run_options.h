// How a run is to go.
#pragma once

#include <cstdint>

#include "common/facts/look.h"
#include "common/facts/read_back.h"

namespace simt {

using namespace gemmlab;  // the facts of a run

struct Options {
  std::uint64_t seed = 0;           // shuffles lanes, warps and blocks; 0: natural order
  std::uint64_t access_budget = 0;  // accesses until the run is stopped; 0: no limit
  bool fail_launches = false;       // every launch returns cudaErrorLaunchOutOfResources
  bool skip_launches = false;       // kernels do nothing, and no launch fails
  Look look = Look::usual;
  int change = 0;                           // the number that simt::change() returns
  ReadBack read_back = ReadBack::as_it_is;  // what the host sees; not with some_blocks
  // Called by a signal handler when host code computes for seconds and starts nothing: may end the
  // process.
  void (*on_endless_host)() = nullptr;
};

}  // namespace simt
