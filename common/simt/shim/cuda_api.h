// CUDA's runtime API, as far as the simulator supports it.
#pragma once

#include <utility>

#include "cuda_types.h"

extern "C" {

// A function for each row, with the values that C++ callers may omit.
#define SIMT_API(name, parameters, result) cudaError_t name parameters;
#define SIMT_API_IN(name, stream, parameters, result) SIMT_API(name, parameters, result)
#define SIMT_OR(value) = value
#include "cuda_copy.table"
#include "cuda_device.table"
#include "cuda_memory.table"
#include "cuda_streams.table"
#undef SIMT_OR
#undef SIMT_API_IN
#undef SIMT_API

#define SIMT_OWN(result, name, parameters) result name parameters;
#include "cuda_own.table"
#undef SIMT_OWN

}  // extern "C"

// Managed memory is accessible everywhere: nothing to move. A location is a device number, or since
// CUDA 13 a cudaMemLocation.
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation place,
                                 unsigned flags, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation place);

namespace simt {

// __device__ and __constant__ variables are the module's own.
cudaError_t copy_to_symbol(void* symbol, size_t symbol_bytes, const void* from, size_t bytes,
                           size_t offset, cudaStream_t stream);
cudaError_t copy_from_symbol(void* to, const void* symbol, size_t symbol_bytes, size_t bytes,
                             size_t offset, cudaStream_t stream);
void* address_of_symbol(const void* symbol);

}  // namespace simt

// The same for pointers of any type.
#define SIMT_TYPED(name, parameters, ...)                        \
  template <class T>                                             \
  SIMT_INLINE cudaError_t name parameters {                      \
    return name(reinterpret_cast<void**>(pointer), __VA_ARGS__); \
  }
#define SIMT_TO_SYMBOL(name, stream, ...)                                                \
  template <class T>                                                                     \
  SIMT_INLINE cudaError_t name(                                                          \
      T& symbol, const void* from, size_t bytes, size_t offset = 0,                      \
      cudaMemcpyKind = cudaMemcpyHostToDevice __VA_OPT__(, ) __VA_ARGS__) {              \
    void* const to = const_cast<void*>(reinterpret_cast<const volatile void*>(&symbol)); \
    return simt::copy_to_symbol(to, sizeof(T), from, bytes, offset, stream);             \
  }
#define SIMT_FROM_SYMBOL(name, stream, ...)                                       \
  template <class T>                                                              \
  SIMT_INLINE cudaError_t name(                                                   \
      void* to, const T& symbol, size_t bytes, size_t offset = 0,                 \
      cudaMemcpyKind = cudaMemcpyDeviceToHost __VA_OPT__(, ) __VA_ARGS__) {       \
    return simt::copy_from_symbol(to, &symbol, sizeof(T), bytes, offset, stream); \
  }
template <class T>
SIMT_INLINE cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  *pointer = simt::address_of_symbol(reinterpret_cast<const void*>(&symbol));
  return cudaSuccess;
}
SIMT_INLINE cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  *pointer = simt::address_of_symbol(symbol);
  return cudaSuccess;
}

template <class T>
SIMT_INLINE cudaError_t cudaGetSymbolSize(size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}

SIMT_INLINE cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}

// CUDA 12 has them, 13 has not.
[[deprecated("since CUDA 13 it is called cudaDeviceSynchronize")]] inline cudaError_t
cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}
[[deprecated("since CUDA 13 it is called cudaDeviceReset")]] inline cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}

// ---- kernels: their attributes, their occupancy, and launching them by a function call ----

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

#define SIMT_OF_KERNEL(name, parameters, value)                                    \
  template <class Kernel>                                                          \
  SIMT_INLINE cudaError_t name parameters {                                        \
    [[maybe_unused]] const auto* function = reinterpret_cast<const void*>(kernel); \
    return value;                                                                  \
  }
#include "cuda_templates.table"
#undef SIMT_OF_KERNEL
#undef SIMT_FROM_SYMBOL
#undef SIMT_TO_SYMBOL
#undef SIMT_TYPED
