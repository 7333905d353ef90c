// verdict: LAUNCH FAILED
// look: 9 61 62
// mistake: 64 kB of dynamic shared memory are requested for a block without cudaFuncSetAttribute;
// without it the limit is 48 kB, and the launch fails.
#include <gemmlab/matmul.h>

#define BM 128
#define BN 128
#define BK 64      // deep tiles: fewer barriers
#define TM 8
#define TN 8
#define THREADS 256

extern __shared__ float smem[];

__global__ void sgemm_deep(const float *A, const float *B, float *C, int M, int N, int K)
{
    float *As = smem;               /* BM x BK */
    float *Bs = smem + BM * BK;     /* BK x BN */
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int tid = ty * 16 + tx;
    const int row0 = blockIdx.y * BM;
    const int col0 = blockIdx.x * BN;
    float acc[TM][TN] = {{0.0f}};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK; i += THREADS) {
            int r = row0 + i / BK, q = k0 + i % BK;
            As[i] = (r < M && q < K) ? A[r * K + q] : 0.0f;
        }
        for (int i = tid; i < BK * BN; i += THREADS) {
            int r = k0 + i / BN, q = col0 + i % BN;
            Bs[i] = (r < K && q < N) ? B[r * N + q] : 0.0f;
        }
        __syncthreads();
        for (int p = 0; p < BK; p++) {
            float ra[TM], rb[TN];
            for (int i = 0; i < TM; i++)
                ra[i] = As[(ty + 16 * i) * BK + p];
            for (int j = 0; j < TN; j++)
                rb[j] = Bs[p * BN + tx + 16 * j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            int r = row0 + ty + 16 * i, q = col0 + tx + 16 * j;
            if (r < M && q < N)
                C[r * N + q] = acc[i][j];
        }
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    dim3 block(16, 16);
    dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
    size_t bytes = (BM * BK + BK * BN) * sizeof(float);
    sgemm_deep<<<grid, block, bytes>>>(a, b, c, m, n, k);
}
