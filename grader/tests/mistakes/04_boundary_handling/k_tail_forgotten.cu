// verdict: WRONG
// look: 18 19
// mistake: The number of phases is rounded down: the last, partial tile of k is never added.
// Lab 04, any size: lab 03's kernel, made correct where a tile extends past the edge of a matrix.
#include <gemmlab/matmul.h>

constexpr int TW = 16;

__global__ void guarded_kernel(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float tileA[TW][TW];
    __shared__ float tileB[TW][TW];
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TW + ty;
    int Col = blockIdx.x * TW + tx;
    float Cvalue = 0.0f;

    int phases = K / TW;
    for (int t = 0; t < phases; t++)
    {
        int acol = t * TW + tx;
        int brow = t * TW + ty;
        if (Row < M && acol < K)
            tileA[ty][tx] = A[Row * K + acol];
        else
            tileA[ty][tx] = 0.0f;

        if (brow < K && Col < N)
            tileB[ty][tx] = B[brow * N + Col];
        else
            tileB[ty][tx] = 0.0f;
        __syncthreads();

        for (int i = 0; i < TW; i++)
            Cvalue += tileA[ty][i] * tileB[i][tx];
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = Cvalue;
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    dim3 threads(TW, TW);
    dim3 blocks((n - 1) / TW + 1, (m - 1) / TW + 1);
    guarded_kernel<<<blocks, threads>>>(a, b, c, m, n, k);
}
