// CUDA's device mathematics, using the C library.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "device/math_intrinsics.h"
#include "device/min_max.h"
#include "device/real_functions.h"
