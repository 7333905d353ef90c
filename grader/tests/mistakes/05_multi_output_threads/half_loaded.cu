// verdict: UNINITIALISED
// look: 26 33 36
// mistake: The loop that fills the tiles has STEP (4) iterations instead of OUT (8): only the
// upper half of both tiles is loaded.
#include <gemmlab/matmul.h>

#define TILE 32
#define OUT 8
#define STEP (TILE / OUT)

__global__ void mm_multi(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float sA[TILE][TILE];
    __shared__ float sB[TILE][TILE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int r0 = blockIdx.y * TILE;
    const int c0 = blockIdx.x * TILE;
    float acc[OUT];
    int i, p, k0;

    for (i = 0; i < OUT; i++)
        acc[i] = 0.0f;

    for (k0 = 0; k0 < k; k0 += TILE) {
        for (i = 0; i < STEP; i++) {
            int yy = y + i * STEP;
            sA[yy][x] = (r0 + yy < m && k0 + x < k) ? A[(r0 + yy) * k + k0 + x] : 0.0f;
            sB[yy][x] = (k0 + yy < k && c0 + x < n) ? B[(k0 + yy) * n + c0 + x] : 0.0f;
        }
        __syncthreads();
        for (p = 0; p < TILE; p++) {
            float bv = sB[p][x];
            #pragma unroll
            for (i = 0; i < OUT; i++)
                acc[i] += sA[y + i * STEP][p] * bv;
        }
        __syncthreads();
    }

    for (i = 0; i < OUT; i++) {
        int r = r0 + y + i * STEP;
        if (r < m && c0 + x < n)
            C[r * n + c0 + x] = acc[i];
    }
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    dim3 block(TILE, STEP);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    mm_multi<<<grid, block>>>(a, b, c, m, n, k);
}
