// What CUDA declares here, the simulator has in cuda_pipeline.h.
#pragma once

#include "cuda_pipeline.h"
