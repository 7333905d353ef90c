// Copy in flight, step 4: one float4 a thread: a single load of 16 bytes, and a quarter of the
// threads that fit.
#include "copy.cuh"

extern "C" void matmul(const float*, const float* b, float* c, int, int n, int k) {
  const bool is_whole = k * n % 4 == 0;  // else some floats would be left over
  is_whole ? copy<1>(reinterpret_cast<const float4*>(b), reinterpret_cast<float4*>(c), k * n / 4, 2)
           : copy<1>(b, c, k * n, 2);
}
