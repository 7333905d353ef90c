// CUDA's device mathematics, using the C library. The approximate functions (__expf and similar)
// are exact here: a kernel must not depend on their last bits.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "each.h"

// A function defined by an expression.
#define SIMT_FUNCTION(type, name, parameters, value) \
  inline type name parameters {                      \
    return value;                                    \
  }

#include "math_functions.table"

#undef SIMT_FUNCTION

// Macros, because the C library also declares functions with these names.
#define __cosf cosf
#define __exp10f exp10f
#define __expf expf
#define __log10f log10f
#define __log2f log2f
#define __logf logf
#define __powf powf
#define __sincosf __nv_sincosf
#define __sinf sinf
#define __tanf tanf
#define sincos __nv_sincos
#define sincosf __nv_sincosf
