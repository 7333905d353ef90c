#pragma once

#include "grader/worker/cuda_driver.h"

namespace gemmlab::stand_in {

// The name in cuda.h; null if the stand-in does not have the error.
const char* name_of(CuResult error);

}  // namespace gemmlab::stand_in
