// verdict: MISSES THE POINT
// look: 59
// mistake: Shared memory is read inside the double loop: two shared loads for each multiply-add
// and no reuse from registers.
// Lab 06, tiles in registers too: a block computes a large tile of C, a thread a small part of
// it. A thread reads each value once from shared memory and uses it several times from registers.
#include <gemmlab/matmul.h>

#define BM 64
#define BN 64
#define BK 16
#define TM 4
#define TN 4
#define NTX (BN / TN)  // 16
#define NTY (BM / TM)  // 16

__global__ void sgemm_2d(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[BM][BK];
    __shared__ float Bs[BK][BN];

    int tid = threadIdx.y * NTX + threadIdx.x;
    int rowBase = blockIdx.y * BM;
    int colBase = blockIdx.x * BN;

    float acc[TM][TN];
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            acc[i][j] = 0.0f;

    int phases = (K + BK - 1) / BK;
    for (int ph = 0; ph < phases; ph++)
    {
        int kBase = ph * BK;
        // 1024 elements in each tile, 256 threads: 4 rounds
        for (int q = tid; q < BM * BK; q += NTX * NTY)
        {
            int r = q / BK, s = q % BK;
            if (rowBase + r < M && kBase + s < K)
                As[r][s] = A[(rowBase + r) * K + kBase + s];
            else
                As[r][s] = 0.0f;
        }
        for (int q = tid; q < BK * BN; q += NTX * NTY)
        {
            int r = q / BN, s = q % BN;
            if (kBase + r < K && colBase + s < N)
                Bs[r][s] = B[(kBase + r) * N + colBase + s];
            else
                Bs[r][s] = 0.0f;
        }
        __syncthreads();

        #pragma unroll
        for (int d = 0; d < BK; d++)
        {
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += As[threadIdx.y + i * NTY][d] * Bs[d][threadIdx.x + j * NTX];
        }
        __syncthreads();
    }

    for (int i = 0; i < TM; i++)
    {
        int gr = rowBase + threadIdx.y + i * NTY;
        if (gr >= M)
            break;
        for (int j = 0; j < TN; j++)
        {
            int gc = colBase + threadIdx.x + j * NTX;
            if (gc < N)
                C[gr * N + gc] = acc[i][j];
        }
    }
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    dim3 threads(NTX, NTY);
    dim3 blocks((n + BN - 1) / BN, (m + BM - 1) / BM);
    sgemm_2d<<<blocks, threads>>>(a, b, c, m, n, k);
}
