// What CUDA declares here, the simulator has already.
#pragma once

#include "../shim/cooperative_groups.h"
