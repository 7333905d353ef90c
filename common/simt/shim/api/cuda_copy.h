// CUDA's functions that copy or fill memory.
#pragma once

#include "../cuda_types.h"
#include "../simt_abi.h"

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* pointer, int byte, size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int byte, size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int byte, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr memory, int byte, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int byte, cudaExtent extent,
                              cudaStream_t stream = nullptr);

}  // extern "C"

namespace simt {

// __device__ and __constant__ variables are the module's own.
cudaError_t copy_to_symbol(void* symbol, size_t symbol_bytes, const void* from, size_t bytes,
                           size_t offset, cudaStream_t stream);
cudaError_t copy_from_symbol(void* to, const void* symbol, size_t symbol_bytes, size_t bytes,
                             size_t offset, cudaStream_t stream);
void* address_of_symbol(const void* symbol);

// Of a variable, be it const or volatile.
template <class T>
SIMT_INLINE void* plain_address(T& symbol) {
  return const_cast<void*>(reinterpret_cast<const volatile void*>(&symbol));
}

}  // namespace simt

template <class T>
SIMT_INLINE cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, size_t bytes,
                                           size_t offset = 0,
                                           cudaMemcpyKind = cudaMemcpyHostToDevice) {
  return simt::copy_to_symbol(simt::plain_address(symbol), sizeof(T), from, bytes, offset, nullptr);
}
template <class T>
SIMT_INLINE cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* from, size_t bytes,
                                                size_t offset = 0,
                                                cudaMemcpyKind = cudaMemcpyHostToDevice,
                                                cudaStream_t stream = nullptr) {
  return simt::copy_to_symbol(simt::plain_address(symbol), sizeof(T), from, bytes, offset, stream);
}
template <class T>
SIMT_INLINE cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  return simt::copy_from_symbol(to, &symbol, sizeof(T), bytes, offset, nullptr);
}
template <class T>
SIMT_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind = cudaMemcpyDeviceToHost,
                                                  cudaStream_t stream = nullptr) {
  return simt::copy_from_symbol(to, &symbol, sizeof(T), bytes, offset, stream);
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
