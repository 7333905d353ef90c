// Element types, step 2: double: 8 bytes, and few units that compute with them on most GPUs.
#define GEMMLAB_ELEMENT double
#include "tiled.cuh"
