// verdict: PASSED
// suite: full
// Right: device variables of templates, of constants, of unnamed structs and namespaces, managed,
// and static in a kernel.
#include <gemmlab/matmul.h>

struct alignas(8) P {
  float x, y;
  __device__ P(float a, float b) : x(a), y(b) {}
  __device__ float sum() const { return x + y; }
};
template <class T>
__device__ T kOne = T(1);
__device__ __constant__ float w[3] = {1, 1, 1};
static __device__ __forceinline__ float mul(float x, float y);
__device__ float mul(float x, float y) {
  return x * y * w[1];
}
alignas(16) __device__ float table[4] = {1, 1, 1, 1}, other{1};
__device__ const float kTab[2] = {1, 1};
__managed__ int calls;
namespace {
__device__ float hidden = 1;
}
static __device__ float later[2] = {1.f, 1.f};
__device__ struct Q { float a; } q = {1};
__global__ void matmul_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  static const float ones[2] = {1, 1};
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float s = 0;
    for (int p = 0; p < k; ++p)
      s += mul(a[row * k + p], b[p * n + col]);
    c[row * n + col] = s * table[row & 3] * other * kTab[col & 1] * hidden * later[row & 1] *
                       kOne<float> * q.a * ones[row & 1] * (P(s, -s).sum() + 1);
  }
}
__host__ __device__ int up(int x, int y) {
  return (x + y - 1) / y;
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16), grid(up(n, 16), up(m, 16));
  calls = calls + 1;
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *da, *db, *dc;
  size_t sa = sizeof(float) * m * k, sb = sizeof(float) * k * n, sc = sizeof(float) * m * n;
  cudaMalloc(&da, sa);
  cudaMalloc(&db, sb);
  cudaMalloc(&dc, sc);
  cudaMemcpy(da, a, sa, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sb, cudaMemcpyHostToDevice);
  matmul(da, db, dc, m, n, k);
  cudaError_t e = cudaGetLastError();
  cudaMemcpy(c, dc, sc, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return e;
}
