// Tensor cores, step 4 in fp16: the same program, twice as deep for the same bytes.
#include <cuda_fp16.h>

#define GEMMLAB_ELEMENT __half
#define GEMMLAB_SUM float
#include "04_async_stages.cu"
