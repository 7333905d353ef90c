// Toward cuBLAS, step 14: kernels of one product that overlap. On a GPU of compute capability 9.0 a
// kernel can be launched while the one before still runs, and waits in its code for that one's end.
// The simulator, older GPUs and older Toolkits run one after the other.
#pragma once

#include "tile.cuh"

#if CUDART_VERSION >= 13000
#define GEMM_OVERLAPS 1
#else
#define GEMM_OVERLAPS 0
#endif

// Waits until all kernels before are done, and what they wrote is there.
__device__ void wait_for_kernels_before() {
#if GEMM_OVERLAPS && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

// Once each block was here the next kernel may begin, as far as there is room for its blocks.
__device__ void let_next_kernel_begin() {
#if GEMM_OVERLAPS && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0, device = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&value, attribute, device);
  return value;
}

constexpr int kZeroThreads = 512;  // of a block

// Sets c [m, n], whose rows are c_stride floats apart, to 0; all are multiples of 4.
//   grid any, block kZeroThreads
__global__ void zero_kernel(Product product) {
  let_next_kernel_begin();
  const int quads = product.n / 4;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < product.m * quads;
       i += gridDim.x * blockDim.x) {
    *reinterpret_cast<float4*>(&product.c[i / quads * product.c_stride + i % quads * 4]) =
        make_float4(0, 0, 0, 0);
  }
}

// Whether this GPU's code of the kernels waits as above: code for older ones does not.
inline bool can_overlap() {
#if GEMM_OVERLAPS
  static const bool can = [] {
    cudaFuncAttributes attributes = {};
    return cudaFuncGetAttributes(&attributes, zero_kernel) == cudaSuccess &&
           attributes.ptxVersion >= 90;
  }();
  return can;
#else
  return false;
#endif
}

struct Launch {
  dim3 grid, block;
  int shared_bytes = 0;
  bool overlaps = false;  // the kernel calls wait_for_kernels_before
  int cluster = 1;        // so many blocks, neighbours in z, read each other's shared memory
};

template <class Kernel, class... Arguments>
void launch(const Launch& how, Kernel* kernel, Arguments... arguments) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, how.shared_bytes);
#if GEMM_OVERLAPS
  if (can_overlap() && (how.overlaps || how.cluster > 1)) {
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = how.overlaps;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = 1;
    attributes[1].val.clusterDim.y = 1;
    attributes[1].val.clusterDim.z = how.cluster;
    cudaLaunchConfig_t config = {};
    config.gridDim = how.grid;
    config.blockDim = how.block;
    config.dynamicSmemBytes = how.shared_bytes;
    config.attrs = attributes;
    config.numAttrs = how.cluster > 1 ? 2 : 1;
    cudaLaunchKernelEx(&config, kernel, arguments...);
    return;
  }
#endif
  kernel<<<how.grid, how.block, how.shared_bytes>>>(arguments...);
}
