// verdict: CRASHED
// suite: full
// Sends SIGKILL to its process group, in which a careless judge would be too: a forger who wants
// no verdict rather than a bad one.
#include <gemmlab/matmul.h>

#include <signal.h>

// Every element 1: the wrong answer.
__global__ void ones_kernel(float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    c[i] = 1;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  ones_kernel<<<(m * n + 255) / 256, 256>>>(c, m * n);
  kill(0, SIGKILL);
}
