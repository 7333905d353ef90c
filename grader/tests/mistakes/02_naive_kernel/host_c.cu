// verdict: WRONG ADDRESS SPACE
// look: 44
// mistake: matmul gets the host's c instead of the device's: the kernel stores to host memory.
#include <gemmlab/matmul.h>

#define BLOCK_DIM 16

__global__ void mmul(const float *a, const float *b, float *c, int m, int n, int k)
{
	int row = blockIdx.y * BLOCK_DIM + threadIdx.y;
	int col = blockIdx.x * BLOCK_DIM + threadIdx.x;
	float total = 0.0f;
	int p;

	if (row >= m)
		return;
	if (col >= n)
		return;
	for (p = 0; p < k; p++)
		total = total + a[row * k + p] * b[p * n + col];
	c[row * n + col] = total;
}

extern "C" void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
	dim3 block(BLOCK_DIM, BLOCK_DIM);
	dim3 grid;
	grid.x = (n + BLOCK_DIM - 1) / BLOCK_DIM;
	grid.y = (m + BLOCK_DIM - 1) / BLOCK_DIM;
	grid.z = 1;
	mmul<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float *a, const float *b, float *c, int m, int n, int k)
{
	cudaError_t error = cudaSuccess;
	float *d_a = NULL, *d_b = NULL, *d_c = NULL;

	cudaMalloc((void **)&d_a, sizeof(float) * m * k);
	cudaMalloc((void **)&d_b, sizeof(float) * k * n);
	cudaMalloc((void **)&d_c, sizeof(float) * m * n);
	cudaMemcpy(d_a, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
	cudaMemcpy(d_b, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
	matmul(d_a, d_b, c, m, n, k);
	error = cudaGetLastError();
	if (error == cudaSuccess)
		error = cudaMemcpy(c, d_c, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
	cudaFree(d_a);
	cudaFree(d_b);
	cudaFree(d_c);
	return error;
}
