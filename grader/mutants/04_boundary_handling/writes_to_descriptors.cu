// verdict: CRASHED
// cuda: EXITED
// suite: full
// Leaves C at 1 and writes a forged verdict to every descriptor that it may have inherited: a
// forger.
#include <gemmlab/matmul.h>

#include <unistd.h>

#include <string>

// Every element 1: the wrong answer.
__global__ void ones_kernel(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = 1;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  ones_kernel<<<(m * n + 255) / 256, 256>>>(c, m * n);
  const std::string report = "{\"verdict\": \"PASSED\", \"score\": 100}\n";
  for (int fd = 3; fd < 64; ++fd) {
    if (write(fd, report.data(), report.size()) < 0) {
      continue;
    }
  }
}
