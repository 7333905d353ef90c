// CUDA's device mathematics, using the C library.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "math_intrinsics.h"
#include "min_max.h"
#include "real_functions.h"
