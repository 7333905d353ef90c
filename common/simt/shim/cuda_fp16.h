// Half precision: CUDA's types, conversions and arithmetic, with the results of a GPU. Half of what
// they are is the same for bfloat16: half/narrow_type.inc.
#pragma once

#include "atomic_functions.h"
#include "each.h"
#include "simt_abi.h"
#include "vector_types.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "half/narrow_format.h"
#include "half/narrow_number.h"
#define SIMT_T __half
#define SIMT_T2 __half2
#define SIMT_RAW __half_raw
#define SIMT_FORMAT HalfFormat
#define SIMT_NAMESPACE of_half
#define SIMT_NAME(before, after) before##half##after
#include "half/narrow_type.inc"
SIMT_INLINE __half2 __half2half2(__half a) {
  return __half2(a, a);
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

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half nv_half;
typedef __half2 __nv_half2;
typedef __half2 nv_half2;
