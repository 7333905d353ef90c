// CUDA's names for numbers.
#pragma once

#include "math_constants.table"
