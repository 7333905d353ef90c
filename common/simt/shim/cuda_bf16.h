// bfloat16: as cuda_fp16.h, which CUDA's own header includes, too.
#pragma once

#include "cuda_fp16.h"

struct __nv_bfloat16;
struct __nv_bfloat162;
typedef struct __nv_bfloat16 nv_bfloat16 SIMT_LACKING;
typedef struct __nv_bfloat162 nv_bfloat162 SIMT_LACKING;
