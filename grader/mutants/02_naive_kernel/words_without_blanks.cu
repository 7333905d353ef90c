// verdict: PASSED
// suite: full
// CUDA's words follow operators and labels without a blank.
// clang-format off
#include <gemmlab/matmul.h>

__global__ void matmul_kernel(const float*a,const float*b,float*c,int m,int n,int k) {
  int i=blockIdx.x*blockDim.x+threadIdx.x,tiles=(n+15)/16;
  int tile=i/256,local=i%blockDim.x,flat=local<blockDim.x?local:threadIdx.x;
  int row=tile/tiles*16+flat/16,col=tile%tiles*16+flat%16,other=flat?0:threadIdx.x;
  if (row<m&&col<n) { float s=other; for (int p=0;p<k;++p) s+=a[row*k+p]*b[p*n+col]; c[row*n+col]=s; }
}
extern "C" void matmul(const float*a,const float*b,float*c,int m,int n,int k) {
  switch (m) { case 0:break; default:matmul_kernel<<<(n+15)/16*((m+15)/16),256>>>(a,b,c,m,n,k); }
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *da, *db, *dc;
  size_t sa = sizeof(float)*m*k, sb = sizeof(float)*k*n, sc = sizeof(float)*m*n;
  cudaMalloc(&da, sa); cudaMalloc(&db, sb); cudaMalloc(&dc, sc);
  cudaMemcpy(da, a, sa, cudaMemcpyHostToDevice); cudaMemcpy(db, b, sb, cudaMemcpyHostToDevice);
  matmul(da, db, dc, m, n, k);
  cudaError_t e = cudaGetLastError();
  cudaMemcpy(c, dc, sc, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dc);
  return e;
}
