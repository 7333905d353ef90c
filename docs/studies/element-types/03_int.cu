// Element types, step 3: int: 4 bytes, and products that are exact as long as they fit.
#define GEMMLAB_ELEMENT int
#include "tiled.cuh"
