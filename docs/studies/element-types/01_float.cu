// Element types, step 1: float: 4 bytes, as in all labs.
#define GEMMLAB_ELEMENT float
#include "tiled.cuh"
