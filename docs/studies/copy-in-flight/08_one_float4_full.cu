// Copy in flight, step 8: one float4 a thread: a single load of 16 bytes, and as many threads as
// fit.
#include "copy.cuh"

extern "C" void matmul(const float*, const float* b, float* c, int, int n, int k) {
  const bool is_whole = k * n % 4 == 0;  // else some floats would be left over
  is_whole ? copy<1>(reinterpret_cast<const float4*>(b), reinterpret_cast<float4*>(c), k * n / 4, 0)
           : copy<1>(b, c, k * n, 0);
}
