// cuda_pipeline.h already contains what CUDA declares in this header.

#include "cuda_pipeline.h"
