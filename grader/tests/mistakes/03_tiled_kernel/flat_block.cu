// verdict: UNCOALESCED
// look: 15 16 22 23 28
// mistake: Quotient and remainder of the thread's number are mixed up: neighbouring threads get
// neighbouring rows, so each request reads and stores a column.
#include <gemmlab/matmul.h>

#define TS 16
#define THREADS (TS * TS)

__global__ void tiled(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float sa[TS * TS];
  __shared__ float sb[TS * TS];

  const int tid = threadIdx.x;
  const int r = tid % TS;
  const int q = tid / TS;
  const int gr = blockIdx.y * TS + r;
  const int gq = blockIdx.x * TS + q;

  float acc = 0.f;
  for (int base = 0; base < k; base += TS) {
    sa[r * TS + q] = a[gr * k + (base + q)];
    sb[r * TS + q] = b[(base + r) * n + gq];
    __syncthreads();
    for (int i = 0; i < TS; i++) acc += sa[r * TS + i] * sb[i * TS + q];
    __syncthreads();
  }
  c[gr * n + gq] = acc;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 grid(n / TS, m / TS);
  tiled<<<grid, THREADS>>>(a, b, c, n, k);
}
