// CUDA's functions for kernels: their attributes, their occupancy, and launching them by a function
// call.
#pragma once

#include <utility>

#include "../cuda_types.h"
#include "../simt_abi.h"

namespace simt {

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value);
cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function);
cudaError_t blocks_per_multiprocessor(int* blocks, const void* function, int block_threads,
                                      size_t dynamic_bytes);
// The largest block that fits, and how many of them fit on the whole device.
cudaError_t best_block(int* blocks, int* block_threads, const void* function, size_t dynamic_bytes,
                       int limit);

// The kernel's arguments, read through the pointers.
template <class... P, size_t... I>
SIMT_GLUE cudaError_t launch_with(const LaunchConfig& config, void (*kernel)(P...),
                                  void** arguments, std::index_sequence<I...>) {
  const BoundLaunch<void (*)(P...)> launch{config, kernel};
  return static_cast<cudaError_t>(launch.run(*static_cast<P*>(arguments[I])...));
}

// The translator's replacement for cudaLaunchKernel(kernel, grid, block, arguments, ...).
template <class... P>
SIMT_GLUE cudaError_t launch_from_pointers(const char* name, void (*kernel)(P...), dim3 grid,
                                           dim3 block, void** arguments, size_t shared_bytes = 0,
                                           cudaStream_t stream = nullptr,
                                           const char* file = __builtin_FILE(),
                                           int line = __builtin_LINE()) {
  return launch_with(
      {name, grid, block, shared_bytes, stream, file, line, reinterpret_cast<const void*>(kernel)},
      kernel, arguments, std::index_sequence_for<P...>{});
}

}  // namespace simt

template <class Kernel>
SIMT_INLINE cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute,
                                             int value) {
  return simt::set_function_attribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class Kernel>
SIMT_INLINE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return simt::function_attributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class Kernel>
SIMT_INLINE cudaError_t cudaFuncSetCacheConfig(Kernel*, cudaFuncCache) {
  return cudaSuccess;
}

template <class Kernel>
SIMT_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel,
                                                                      int block_threads,
                                                                      size_t dynamic_bytes) {
  return simt::blocks_per_multiprocessor(blocks, reinterpret_cast<const void*>(kernel),
                                         block_threads, dynamic_bytes);
}
template <class Kernel>
SIMT_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, Kernel* kernel, int block_threads, size_t dynamic_bytes, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_threads,
                                                       dynamic_bytes);
}
// `limit` 0: the maximum number of threads per block.
template <class Kernel>
SIMT_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int* blocks, int* block_threads,
                                                           Kernel* kernel, size_t dynamic_bytes = 0,
                                                           int limit = 0) {
  return simt::best_block(blocks, block_threads, reinterpret_cast<const void*>(kernel),
                          dynamic_bytes, limit);
}
