// verdict: OUT OF BOUNDS
// look: 13 22 25 35 36
// mistake: The launch reserves dynamic shared memory for one tile, but the kernel puts two into
// it.
#include <gemmlab/matmul.h>

#define T 16

__global__ void tiled(const float *A, const float *B, float *C, int N, int K)
{
    extern __shared__ float smem[];
    float *As = smem;
    float *Bs = smem + T * T;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    float acc = 0.0f;

    for (int t = 0; t < K / T; t++) {
        As[ty * T + tx] = A[row * K + t * T + tx];
        Bs[ty * T + tx] = B[(t * T + ty) * N + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            acc += As[ty * T + i] * Bs[i * T + tx];
        __syncthreads();
    }
    C[row * N + col] = acc;
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    dim3 threads(T, T);
    dim3 blocks(n / T, m / T);
    size_t shmem = T * T * sizeof(float);
    tiled<<<blocks, threads, shmem>>>(a, b, c, n, k);
}
