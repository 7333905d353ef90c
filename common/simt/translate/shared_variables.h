// Shared variables: __shared__ becomes thread-local storage, because all threads of a simulated
// block run on one thread of the machine; extern variables become names for the block of dynamic
// shared memory.
#pragma once

#include "common/simt/translate/rewrite.h"

namespace simt {

void rewrite_shared_variables(Rewrite& rewrite);

}  // namespace simt
