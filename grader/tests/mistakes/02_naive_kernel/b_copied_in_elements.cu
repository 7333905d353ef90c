// verdict: UNINITIALISED
// look: 44
// mistake: The copy of B counts elements; the variable with their number is used elsewhere with sizeof.
#include <gemmlab/matmul.h>

#define BLOCK_SIZE 16

__global__ void MatrixMulKernel(const float* M, const float* N, float* P,
                                int rows, int cols, int inner) {
  // Calculate the row index of the P element and M
  int Row = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  // Calculate the column index of P and N
  int Col = blockIdx.x * BLOCK_SIZE + threadIdx.x;

  if ((Row < rows) && (Col < cols)) {
    float Pvalue = 0;
    // each thread computes one element of the block sub-matrix
    for (int k = 0; k < inner; ++k) {
      Pvalue += M[Row * inner + k] * N[k * cols + Col];
    }
    P[Row * cols + Col] = Pvalue;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE, 1);
  dim3 dimGrid((n + BLOCK_SIZE - 1) / BLOCK_SIZE, (m + BLOCK_SIZE - 1) / BLOCK_SIZE, 1);
  MatrixMulKernel<<<dimGrid, dimBlock>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  int numA = m * k;
  int numB = k * n;
  int numC = m * n;

  // allocate on the device
  float *Ad = NULL, *Bd = NULL, *Cd = NULL;
  cudaMalloc(&Ad, numA * sizeof(float));
  cudaMalloc(&Bd, numB * sizeof(float));
  cudaMalloc(&Cd, numC * sizeof(float));

  // transfer to the device
  cudaMemcpy(Ad, a, numA * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(Bd, b, numB, cudaMemcpyHostToDevice);

  // run
  matmul(Ad, Bd, Cd, m, n, k);
  cudaError_t error = cudaGetLastError();

  // transfer the result
  if (error == cudaSuccess)
    error = cudaMemcpy(c, Cd, numC * sizeof(float), cudaMemcpyDeviceToHost);

  cudaFree(Ad);
  cudaFree(Bd);
  cudaFree(Cd);
  return error;
}
