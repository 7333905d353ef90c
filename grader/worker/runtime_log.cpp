// Compiled into every cuda module, which is linked with --wrap for the functions below: a launch
// k<<<grid, block>>>(...) becomes a call of one of them. Only the module's own runtime learns about
// a block with too many threads.
#include <cuda_runtime_api.h>
#include <execinfo.h>

#include <cstring>

#include "runtime_log.h"  // by its short name: labs are compiled without our include path

extern "C" {
__attribute__((visibility("default"))) gemmlab::RuntimeLog gemmlab_runtime_log;
}

namespace {

using gemmlab::LaunchRecord;
using gemmlab::RuntimeLog;

LaunchRecord record_of(dim3 grid, dim3 block, std::size_t shared_bytes) {
  return {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes};
}

template <typename Launch>
cudaError_t logged(dim3 grid, dim3 block, std::size_t shared_bytes, Launch launch) {
  RuntimeLog& log = gemmlab_runtime_log;
  if (log.launches < RuntimeLog::kKept) {
    log.first[log.launches] = record_of(grid, block, shared_bytes);
  }
  ++log.launches;
  // Every runtime refuses a grid without blocks, and handles its error like any other.
  const cudaError_t error = launch(log.refuse_launches ? dim3(0, 1, 1) : grid);
  if (error != cudaSuccess && log.error == 0) {
    log.error = static_cast<int>(error);
    log.refused = record_of(grid, block, shared_bytes);
    log.depth = backtrace(log.callers, RuntimeLog::kDepth);
  }
  return error;
}

// Changes the entry for `from`; null stands for a free one.
void replace(void* from, RuntimeLog::Allocation to) {
  for (RuntimeLog::Allocation& each : gemmlab_runtime_log.live) {
    if (each.memory == from) {
      each = to;
      return;
    }
  }
}

}  // namespace

extern "C" {

cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream) {
  return logged(grid, block, shared_bytes, [&](dim3 asked) {
    return __real_cudaLaunchKernel(kernel, asked, block, arguments, shared_bytes, stream);
  });
}

// Since CUDA 13 the compiler launches by handle.
#if CUDART_VERSION >= 13000
cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                      std::size_t shared_bytes, cudaStream_t stream) {
  return logged(grid, block, shared_bytes, [&](dim3 asked) {
    return __real___cudaLaunchKernel(kernel, asked, block, arguments, shared_bytes, stream);
  });
}
#endif

// The runtime opens the driver; a lab must not open libraries, because its results must be its own.
// Our own programs that are timed next to it may (cuBLAS).
#ifdef GEMMLAB_OPENS_LIBRARIES
constexpr bool kOpensLibraries = true;
#else
constexpr bool kOpensLibraries = false;
#endif

void* __real_dlopen(const char*, int);

void* __wrap_dlopen(const char* name, int flags) {
  const bool is_driver = name != nullptr && std::strncmp(name, "libcuda.so", 10) == 0;
  return is_driver || kOpensLibraries ? __real_dlopen(name, flags) : nullptr;
}

void* __wrap_dlmopen(long, const char*, int) {
  return nullptr;
}

cudaError_t __real_cudaMalloc(void**, std::size_t);

cudaError_t __wrap_cudaMalloc(void** memory, std::size_t bytes) {
  const cudaError_t error = __real_cudaMalloc(memory, bytes);
  if (error == cudaSuccess && *memory != nullptr) {
    replace(nullptr, {*memory, bytes});
  }
  return error;
}

cudaError_t __real_cudaFree(void*);

cudaError_t __wrap_cudaFree(void* memory) {
  if (memory != nullptr) {
    replace(memory, {});
  }
  return __real_cudaFree(memory);
}
}
