// verdict: OUT OF BOUNDS
// look: 26
// mistake: The number of phases is n / 16 instead of k / 16: products are missing for n < k, and
// both inputs are read outside for n > k.
#include <gemmlab/matmul.h>

#define BLOCK_SIZE 16

// Get a matrix element
__device__ float GetElement(const float* A, int stride, int row, int col)
{
    return A[row * stride + col];
}

__global__ void MatMulKernel(const float* A, const float* B, float* C, int widthB, int widthA)
{
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];

    int blockRow = blockIdx.y;
    int blockCol = blockIdx.x;
    int row = threadIdx.y;
    int col = threadIdx.x;
    float Cvalue = 0;

    for (int m = 0; m < (widthB / BLOCK_SIZE); ++m) {
        As[row][col] = GetElement(A, widthA, blockRow * BLOCK_SIZE + row, m * BLOCK_SIZE + col);
        Bs[row][col] = GetElement(B, widthB, m * BLOCK_SIZE + row, blockCol * BLOCK_SIZE + col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    C[(blockRow * BLOCK_SIZE + row) * widthB + blockCol * BLOCK_SIZE + col] = Cvalue;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k)
{
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(n / dimBlock.x, m / dimBlock.y);
    MatMulKernel<<<dimGrid, dimBlock>>>(a, b, c, n, k);
}
