// verdict: PASSED
// suite: full
// Right but unusual: matmul_host copies A and B in two threads, and throws where a call fails.
#include <gemmlab/matmul.h>

#include <cstddef>
#include <exception>
#include <thread>

namespace {

constexpr int kWide = 32;
constexpr int kHigh = 16;  // a million rows are 62,500 blocks

class CudaFailure : public std::exception {
 public:
  explicit CudaFailure(cudaError_t error) : error_(error) {}
  const char* what() const noexcept override { return cudaGetErrorString(error_); }
  cudaError_t error() const { return error_; }

 private:
  cudaError_t error_;
};

void check(cudaError_t error) {
  if (error != cudaSuccess) {
    throw CudaFailure(error);
  }
}

class Buffer {
 public:
  explicit Buffer(std::size_t bytes) : bytes_(bytes) { check(cudaMalloc(&data_, bytes)); }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  float* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  float* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace

__global__ void plain_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * kWide + threadIdx.x;
  const int row = blockIdx.y * kHigh + threadIdx.y;
  if (row >= m || col >= n) {
    return;
  }
  const float* left = a + static_cast<std::size_t>(row) * k;
  const float* const end = left + k;
  const float* right = b + col;
  float sum = 0.0f;
  while (left != end) {
    sum = fmaf(*left++, *right, sum);
    if (left != end) {
      right += n;  // never formed past B
    }
  }
  c[static_cast<std::size_t>(row) * n + col] = sum;
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(kWide, kHigh);
  const dim3 grid((n + kWide - 1) / kWide, (m + kHigh - 1) / kHigh);
  plain_kernel<<<grid, block>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  try {
    const Buffer a_device(sizeof(float) * m * k);
    const Buffer b_device(sizeof(float) * k * n);
    const Buffer c_device(sizeof(float) * m * n);

    cudaError_t a_copied = cudaErrorUnknown;
    std::thread uploader([&] {
      a_copied = cudaMemcpy(a_device.data(), a, a_device.bytes(), cudaMemcpyHostToDevice);
    });
    const cudaError_t b_copied =
        cudaMemcpy(b_device.data(), b, b_device.bytes(), cudaMemcpyHostToDevice);
    uploader.join();
    check(a_copied);
    check(b_copied);

    matmul(a_device.data(), b_device.data(), c_device.data(), m, n, k);
    check(cudaGetLastError());
    check(cudaMemcpy(c, c_device.data(), c_device.bytes(), cudaMemcpyDeviceToHost));
    return cudaSuccess;
  } catch (const CudaFailure& failure) {
    return failure.error();
  } catch (const std::exception&) {
    return cudaErrorUnknown;
  }
}
