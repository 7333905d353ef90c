// The kernels of counts.cuh, to be run by a profiler:
//
//   nvcc -std=c++20 -arch=sm_90 -o count_kernels count_kernels.cu
//   ncu --csv --metrics ... ./count_kernels
#include "counts.cuh"

int main() {
  counts::each([](const char* type, const char* operand, const char* where, int pitch) {
    std::printf("%s, %s, %s, %d\n", type, operand, where, pitch);
  });
  return cudaGetLastError();
}
