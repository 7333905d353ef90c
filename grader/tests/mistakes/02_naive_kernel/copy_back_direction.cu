// verdict: PARTIAL
// look: 51
// mistake: The copy of the result back to the host has the direction cudaMemcpyHostToDevice.
// Lab 02, one thread, one output: the two outer loops of lab 01 become a grid of threads.
#include <gemmlab/matmul.h>

constexpr int kBlock = 16;  // a block is kBlock x kBlock threads: 256, and at most 1024 are allowed

__global__ void matMulNaive(const float *A, const float *B, float *C, int M, int N, int K)
{
    const int x = blockIdx.x * kBlock + threadIdx.x;
    const int y = blockIdx.y * kBlock + threadIdx.y;
    if (x >= N || y >= M)
        return;
    const float *arow = A + y * K;
    const float *bcol = B + x;
    float acc = 0;
    for (int i = 0; i < K; ++i) {
        acc += arow[i] * bcol[i * N];
    }
    C[y * N + x] = acc;
}

static int divUp(int x, int y) { return (x + y - 1) / y; }

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    const dim3 threadsPerBlock(kBlock, kBlock, 1);
    const dim3 numBlocks(divUp(n, kBlock), divUp(m, kBlock), 1);
    matMulNaive<<<numBlocks, threadsPerBlock>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float *a, const float *b, float *c, int m, int n, int k)
{
    cudaError_t error = cudaSuccess;
    const size_t bytesA = size_t(m) * k * sizeof(float);
    const size_t bytesB = size_t(k) * n * sizeof(float);
    const size_t bytesC = size_t(m) * n * sizeof(float);
    float *devA = nullptr, *devB = nullptr, *devC = nullptr;
    cudaMalloc((void **)&devA, bytesA);
    cudaMalloc((void **)&devB, bytesB);
    cudaMalloc((void **)&devC, bytesC);

    cudaMemcpy(devA, a, bytesA, cudaMemcpyHostToDevice);
    cudaMemcpy(devB, b, bytesB, cudaMemcpyHostToDevice);

    matmul(devA, devB, devC, m, n, k);
    error = cudaGetLastError();

    if (error == cudaSuccess)
        error = cudaMemcpy(c, devC, bytesC, cudaMemcpyHostToDevice);

    cudaFree(devA);
    cudaFree(devB);
    cudaFree(devC);
    return error;
}
