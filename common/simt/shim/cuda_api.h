// CUDA's runtime API, as far as the simulator supports it. C++ callers may omit streams and flags.
#pragma once

#include "api/cuda_copy.h"
#include "api/cuda_device.h"
#include "api/cuda_kernels.h"
#include "api/cuda_memory.h"
#include "api/cuda_streams.h"
