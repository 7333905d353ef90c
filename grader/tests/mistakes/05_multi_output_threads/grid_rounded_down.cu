// verdict: LAUNCH FAILED
// look: 67
// mistake: The grid is rounded down: the last columns and rows have no block, and small matrices
// get none at all.
// Lab 05, more outputs per thread: fewer threads, each with several independent sums
// that share the elements which the thread reads.
#include <gemmlab/matmul.h>

#define TILE 32
#define PER 4              // outputs of a thread
#define ROWS (TILE / PER)  // rows of threads

__global__ void gemm_multi(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int col = blockIdx.x * TILE + x;
    int firstRow = blockIdx.y * TILE + y;

    float acc[PER];
    for (int i = 0; i < PER; i++)
        acc[i] = 0.0f;

    for (int t = 0; t < (K + TILE - 1) / TILE; t++)
    {
        #pragma unroll
        for (int i = 0; i < PER; i++)
        {
            int ar = firstRow + i * ROWS, ac = t * TILE + x;
            int br = t * TILE + y + i * ROWS;
            if (ar < M && ac < K)
                As[y + i * ROWS][x] = A[ar * K + ac];
            else
                As[y + i * ROWS][x] = 0.0f;
            if (br < K && col < N)
                Bs[y + i * ROWS][x] = B[br * N + col];
            else
                Bs[y + i * ROWS][x] = 0.0f;
        }
        __syncthreads();

        for (int e = 0; e < TILE; e++)
        {
            float bval = Bs[e][x];
            #pragma unroll
            for (int i = 0; i < PER; i++)
                acc[i] += As[y + i * ROWS][e] * bval;
        }
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < PER; i++)
    {
        int r = firstRow + i * ROWS;
        if (r < M && col < N)
            C[r * N + col] = acc[i];
    }
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    dim3 block(TILE, ROWS);
    dim3 grid(n / TILE, m / TILE);
    gemm_multi<<<grid, block>>>(a, b, c, m, n, k);
}
