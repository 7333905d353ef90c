#pragma once

#include "grader/worker/cuda_driver.h"

namespace gemmlab::stand_in {

// As cuda.h calls it; null if the stand-in has no such error.
const char* name_of(CuResult error);

}  // namespace gemmlab::stand_in
