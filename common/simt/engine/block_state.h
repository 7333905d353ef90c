// The block that a multiprocessor runs.
#pragma once

#include "common/simt/memory/shadow.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/source/access_code.h"

namespace simt {

struct BlockState {
  uint3 index{};
  u64 serial = 0;
  BlockClock clock;
  AccessCode last_barrier = 0;  // where the threads waited that it let go on; 0: none so far
};

}  // namespace simt
