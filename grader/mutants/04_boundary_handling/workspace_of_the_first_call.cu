// verdict: OUT OF BOUNDS
// suite: full
// Keeps a workspace from call to call, in the size of the first: who saves a cudaMalloc.
#include <gemmlab/matmul.h>
// float4 loads where aligned, block 8 x 32; several kernels and a workspace with padding
constexpr int T = 32;
__global__ void pad(const float* from, float* to, int rows, int cols, int pitch, int all) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < all * pitch;
       i += gridDim.x * blockDim.x) {
    const int y = i / pitch, x = i % pitch;
    to[i] = y < rows && x < cols ? from[y * cols + x] : 0;
  }
}
__global__ void tiled(const float4* a, const float4* b, float* c, int m, int n, int kk, int nn) {
  __shared__ float4 as[T][T / 4], bs[T][T / 4];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int k0 = 0; k0 < kk; k0 += T) {
    as[y][x] = a[(row * kk + k0) / 4 + x];
    bs[y][x] = b[((k0 + y) * nn + blockIdx.x * T) / 4 + x];
    __syncthreads();
    const float* arow = reinterpret_cast<const float*>(as[y]);
    for (int p = 0; p < T; ++p) {
      const float4 v = bs[p][x];
      const float s = arow[p];
      sum.x += s * v.x;
      sum.y += s * v.y;
      sum.z += s * v.z;
      sum.w += s * v.w;
    }
    __syncthreads();
  }
  const float out[4] = {sum.x, sum.y, sum.z, sum.w};
  for (int i = 0; i < 4; ++i) {
    const int col = blockIdx.x * T + 4 * x + i;
    if (row < m && col < n)
      c[row * n + col] = out[i];
  }
}
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const int mm = (m + T - 1) / T * T, nn = (n + T - 1) / T * T, kk = (k + T - 1) / T * T;
  static float *x = nullptr, *y = nullptr;  // kept for all later calls, however large
  if (!x)
    cudaMalloc((void**)&x, sizeof(float) * mm * kk);
  if (!y)
    cudaMalloc((void**)&y, sizeof(float) * kk * nn);
  pad<<<16, 128>>>(a, x, m, k, kk, mm);
  pad<<<16, 128>>>(b, y, k, n, nn, kk);
  tiled<<<dim3(nn / T, mm / T), dim3(T / 4, T)>>>((float4*)x, (float4*)y, c, m, n, kk, nn);
}
