// Tensor cores, step 4 in bf16: the same program, twice as deep for the same bytes.
#include <cuda_bf16.h>

#define GEMMLAB_ELEMENT __nv_bfloat16
#define GEMMLAB_SUM float
#include "04_async_stages.cu"
