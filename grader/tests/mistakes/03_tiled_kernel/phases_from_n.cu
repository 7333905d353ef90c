// verdict: OUT OF BOUNDS
// look: 22
// mistake: The number of phases is computed from n (width) instead of k: right for n = k only.
// Lab 03, share a tile: the threads of a block load each element once and all of them use it.
#include <gemmlab/matmul.h>

#define TILE_WIDTH 16

__global__ void MatrixMulKernel(const float* M, const float* N, float* P, int width, int inner)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;

    // the element of P to work on
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0;
    for (int ph = 0; ph < width / TILE_WIDTH; ++ph) {
        // collaborative loading of M and N tiles into shared memory
        Mds[ty][tx] = M[Row * inner + ph * TILE_WIDTH + tx];
        Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * width + Col];
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i) {
            Pvalue += Mds[ty][i] * Nds[i][tx];
        }
        __syncthreads();
    }
    P[Row * width + Col] = Pvalue;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k)
{
    dim3 dimGrid(n / TILE_WIDTH, m / TILE_WIDTH, 1);
    dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
    MatrixMulKernel<<<dimGrid, dimBlock>>>(a, b, c, n, k);
}
