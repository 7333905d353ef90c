// bfloat16: as cuda_fp16.h, which CUDA's own header includes, too.
#pragma once

#include "cuda_fp16.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#define SIMT_T __nv_bfloat16
#define SIMT_T2 __nv_bfloat162
#define SIMT_RAW __nv_bfloat16_raw
#define SIMT_FORMAT Bfloat16Format
#define SIMT_NAMESPACE of_bfloat16
#define SIMT_NAME(before, after) before##bfloat16##after
#include "half/narrow_type.inc"
SIMT_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
#undef SIMT_NAME
#undef SIMT_NAMESPACE
#undef SIMT_FORMAT
#undef SIMT_RAW
#undef SIMT_T2
#undef SIMT_T
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
