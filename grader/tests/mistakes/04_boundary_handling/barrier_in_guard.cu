// verdict: BARRIER DIVERGENCE
// look: 29 32
// mistake: The first barrier is inside the guard of B's load: threads without an element of B
// skip it.
// Lab 04, any size: lab 03's kernel, made correct where a tile extends past the edge of a matrix.
#include <gemmlab/matmul.h>

constexpr int TW = 16;

__global__ void guarded_kernel(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[TW][TW];
    __shared__ float Bs[TW][TW];
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TW + ty;
    int Col = blockIdx.x * TW + tx;
    float Cvalue = 0.0f;

    int phases = (K - 1) / TW + 1;
    for (int t = 0; t < phases; t++)
    {
        int acol = t * TW + tx;
        int brow = t * TW + ty;
        if (Row < M && acol < K)
            As[ty][tx] = A[Row * K + acol];
        else
            As[ty][tx] = 0.0f;

        if (brow < K && Col < N)
        {
            Bs[ty][tx] = B[brow * N + Col];
            __syncthreads();
        }
        else
            Bs[ty][tx] = 0.0f;

        for (int i = 0; i < TW; i++)
            Cvalue += As[ty][i] * Bs[i][tx];
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
