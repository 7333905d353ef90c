// verdict: BARRIER DIVERGENCE
// look: 19 20 24 25 26 28
// mistake: Threads without an element of C return at the top: they load nothing for the others
// (and do not take part in the barriers).
#include <gemmlab/matmul.h>

#define T 16

__global__ void mm_any(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float tA[T * T];
    __shared__ float tB[T * T];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int r = blockIdx.y * T + ty;
    const int s = blockIdx.x * T + tx;

    /* nothing to do out there */
    if (r >= m || s >= n)
        return;

    float sum = 0.0f;
    for (int k0 = 0; k0 < k; k0 += T) {
        tA[ty * T + tx] = (k0 + tx < k) ? A[r * k + k0 + tx] : 0.0f;
        tB[ty * T + tx] = (k0 + ty < k) ? B[(k0 + ty) * n + s] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += tA[ty * T + i] * tB[i * T + tx];
        __syncthreads();
    }
    C[r * n + s] = sum;
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    dim3 threads(T, T);
    dim3 blocks((n + T - 1) / T, (m + T - 1) / T);
    mm_any<<<blocks, threads>>>(a, b, c, m, n, k);
}
