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
