// What host code gets to see of the device's memory in a simulated run.
#pragma once

#include "common/facts/names.h"

namespace gemmlab {

// A program whose kernels compute C needs none of it: with the same zeros, or the same NaN, for
// every byte that comes back, nothing of A, B and C can have reached the host.
GEMMLAB_ENUM(ReadBack, as_it_is, zeros, nans)

}  // namespace gemmlab
