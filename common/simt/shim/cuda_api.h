// CUDA's runtime API, as far as the simulator supports it. C++ callers may omit streams and flags.
#pragma once

#include "cuda_copy.h"
#include "cuda_device.h"
#include "cuda_kernels.h"
#include "cuda_memory.h"
#include "cuda_streams.h"
