// verdict: TIMED OUT
// look: 13 19 20 21
// mistake: The grid-stride loop never advances its index, so it does not end.
#include <gemmlab/matmul.h>

#define THREADS 256

// grid-stride loop, as in the NVIDIA blog
__global__ void mm(const float *A, const float *B, float *C, int M, int N, int K)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    while (i < M * N) {
        int r = i / N;
        int q = i % N;
        float acc = 0.f;
        for (int l = 0; l < K; l++)
            acc += A[r * K + l] * B[l * N + q];
        C[r * N + q] = acc;
        stride = gridDim.x * blockDim.x;
    }
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int blocks = (m * n + THREADS - 1) / THREADS;
    mm<<<blocks, THREADS>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float *a, const float *b, float *c, int m, int n, int k)
{
    cudaError_t error = cudaSuccess;
    float *a_device = nullptr, *b_device = nullptr, *c_device = nullptr;
    size_t sa = sizeof(float) * m * k, sb = sizeof(float) * k * n, sc = sizeof(float) * m * n;
    cudaMalloc(&a_device, sa);
    cudaMalloc(&b_device, sb);
    cudaMalloc(&c_device, sc);
    cudaMemcpy(a_device, a, sa, cudaMemcpyHostToDevice);
    cudaMemcpy(b_device, b, sb, cudaMemcpyHostToDevice);
    matmul(a_device, b_device, c_device, m, n, k);
    error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaMemcpy(c, c_device, sc, cudaMemcpyDeviceToHost);
    cudaFree(b_device);
    cudaFree(c_device);
    cudaFree(a_device);
    return error;
}
