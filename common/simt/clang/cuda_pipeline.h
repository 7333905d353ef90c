// CUDA's asynchronous copies, as declarations.
#pragma once

#include "cuda_runtime.h"

__device__ void __pipeline_memcpy_async(void* to, const void* from, size_t bytes, size_t zeros = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t groups);
