// What CUDA declares here, cuda_runtime.h has already.
#pragma once
