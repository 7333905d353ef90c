// NVIDIA's own product, if its library is installed: the reference for all others. It is loaded at
// run time, so that nothing else here needs it.
#pragma once

#include <dlfcn.h>

namespace cublas {

// Numbers of cublas_api.h and library_types.h.
enum Type { kFloat = 0, kHalf = 2, kBfloat16 = 14 };
enum Compute { kTrueFp32 = 69, kFp32 = 68, kFastTf32 = 77 };  // the first: no shortcut

using Create = int (*)(void** handle);
using Gemm = int (*)(void* handle, int transpose_a, int transpose_b, int m, int n, int k,
                     const void* alpha, const void* a, int a_type, int a_stride, const void* b,
                     int b_type, int b_stride, const void* beta, void* c, int c_type, int c_stride,
                     int compute, int algorithm);

struct Library {
  Gemm gemm = nullptr;
  void* handle = nullptr;
};

inline void* open_library() {
  for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so",
                           "/usr/local/cuda/lib64/libcublas.so"}) {
    if (void* library = dlopen(name, RTLD_NOW)) {
      return library;
    }
  }
  return nullptr;
}

inline Library open() {
  Library library;
  if (void* file = open_library()) {
    const auto create = reinterpret_cast<Create>(dlsym(file, "cublasCreate_v2"));
    library.gemm = reinterpret_cast<Gemm>(dlsym(file, "cublasGemmEx"));
    if (create != nullptr && library.gemm != nullptr) {
      create(&library.handle);
    }
  }
  return library;
}

// C = A * B for A and B of that type, with sums in fp32. Without the library C stays unchanged.
inline void multiply(Type type, Compute compute, const void* a, const void* b, float* c, int m,
                     int n, int k) {
  static const Library library = open();
  if (library.handle == nullptr) {
    return;
  }
  // cuBLAS is column-major: its C, A and B are the transposes of ours.
  const float one = 1, zero = 0;
  library.gemm(library.handle, 0, 0, n, m, k, &one, b, type, n, a, type, k, &zero, c, kFloat, n,
               compute, -1);
}

}  // namespace cublas
