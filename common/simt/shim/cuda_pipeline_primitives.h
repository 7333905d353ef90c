// cuda_pipeline.h already contains what CUDA declares in this header.
#pragma once

#include "cuda_pipeline.h"
