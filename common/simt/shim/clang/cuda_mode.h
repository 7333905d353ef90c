// cuda_runtime.h for clang, which checks a lab file against CUDA's own rules and shows it in an
// editor, without a toolkit or a GPU. Code compiled with this header is never run. Types and
// functions are those of the simulator.
#pragma once

#define __host__ __attribute__((host))
// The annotation tells in the compiled code what the source declares so.
#define __device__ __attribute__((device, annotate("cuda")))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant, annotate("cuda")))
#define __managed__ __attribute__((device, annotate("cuda")))
#define __maxnreg__(registers)
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define consteval constexpr __host__ __device__  // unlike constexpr functions

#include <cstddef>
#pragma clang force_cuda_host_device begin
#include <initializer_list>
#pragma clang force_cuda_host_device end
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// clang's own <algorithm> would let kernels call std::min and std::max.
#pragma push_macro("__device__")
#undef __device__
#define __device__
#include <algorithm>
#pragma pop_macro("__device__")

#include "../each.h"

// ---- C library functions for kernels, in addition to the host's own, which clang treats as
// host-only ----

// <cmath> only imported the host's functions.
#define SIMT_ALSO_IN_STD(name) \
  namespace std {              \
  using ::name;                \
  using ::name##f;             \
  }
// `real` means double, and float in the name with an f.
#define SIMT_REAL(result, name, ...)              \
  namespace simt_stub {                           \
  template <class real>                           \
  using name##_of = result(__VA_ARGS__);          \
  }                                               \
  __device__ simt_stub::name##_of<double> name;   \
  __device__ simt_stub::name##_of<float> name##f; \
  SIMT_ALSO_IN_STD(name)

#define SIMT_UNARY(name) SIMT_REAL(real, name, real)
#define SIMT_BINARY(name) SIMT_REAL(real, name, real, real)
#include "c_library.table"

// Overloads beside the host's templates.
#define SIMT_CLASSIFY(name)     \
  __device__ bool name(float);  \
  __device__ bool name(double); \
  namespace std {               \
  using ::name;                 \
  }
SIMT_EACH(SIMT_CLASSIFY, isfinite, isinf, isnan, signbit)

__device__ double jn(int, double);
__device__ float jnf(int, float);
__device__ double yn(int, double);
__device__ float ynf(int, float);
__device__ void sincos(double, double*, double*);
__device__ void sincosf(float, float*, float*);

__device__ int abs(int);
__device__ long labs(long);
__device__ long long llabs(long long);
__device__ clock_t clock();
__device__ size_t strlen(const char*);
__device__ void* malloc(size_t);
__device__ void free(void*);
__device__ void* memcpy(void*, const void*, size_t);
__device__ void* memset(void*, int, size_t);
template <class... Args>
__device__ int printf(const char*, Args...);
__device__ void __assert_fail(const char*, const char*, unsigned, const char*);

namespace std {
using ::abs;
using ::free;
using ::labs;
using ::llabs;
using ::malloc;
using ::memcpy;
using ::memset;
using ::printf;
// The only constexpr functions of the host that kernels may call, with std::initializer_list's.
// clang 14 reads both sides' back from a precompiled header as one, unless they differ in a
// parameter.
template <class T, class = void>
__device__ constexpr T&& forward(remove_reference_t<T>&) noexcept;
template <class T, class = void>
__device__ constexpr T&& forward(remove_reference_t<T>&&) noexcept;
template <class T, class = void>
__device__ constexpr remove_reference_t<T>&& move(T&&) noexcept;
}  // namespace std

#undef SIMT_CLASSIFY
#undef SIMT_BINARY
#undef SIMT_UNARY
#undef SIMT_REAL
#undef SIMT_ALSO_IN_STD

// ---- the simulator's headers ----

// Callable from both sides.
#pragma clang force_cuda_host_device begin
#include "../changes.h"
#include "../simt_abi.h"
#include "../vector_types.h"
#pragma clang force_cuda_host_device end

// Only inside kernels. Reading threadIdx.x calls a __device__ function, so clang rejects it in host
// code.
namespace simt_stub {

struct Index {
  __declspec(property(get = get_x)) unsigned x;
  __declspec(property(get = get_y)) unsigned y;
  __declspec(property(get = get_z)) unsigned z;
  __device__ unsigned get_x() const;
  __device__ unsigned get_y() const;
  __device__ unsigned get_z() const;
  __device__ operator uint3() const;
  __device__ operator dim3() const;
};

}  // namespace simt_stub

extern const __device__ simt_stub::Index threadIdx, blockIdx, blockDim, gridDim;
inline constexpr int warpSize = 32;

__device__ void __syncthreads();
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_or(int predicate);

#pragma clang force_cuda_host_device begin
#include "../atomic_functions.h"
#include "../device_functions.h"
#include "../math_functions.h"
#pragma clang force_cuda_host_device end

#include "../cuda_api.h"

template <class Kernel>
cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr);

// clang turns <<<...>>> into a call of one of these.
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                         cudaStream_t stream = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                void* stream = nullptr);
