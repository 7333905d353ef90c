// NVIDIA's own product in true fp32, if its library is installed: the reference for all others.
#include <dlfcn.h>
#include <gemmlab/matmul.h>

namespace {

// As declared in cublas_v2.h; the library is loaded at run time, so that nothing else here needs
// it.
struct Cublas {
  int (*create)(void** handle);
  int (*set_math_mode)(void* handle, int mode);
  int (*sgemm)(void* handle, int transpose_a, int transpose_b, int m, int n, int k,
               const float* alpha, const float* a, int a_stride, const float* b, int b_stride,
               const float* beta, float* c, int c_stride);
  void* handle = nullptr;
};

constexpr int kPedantic = 2;  // no TF32, no other shortcut

void* open_library() {
  for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so",
                           "/usr/local/cuda/lib64/libcublas.so"}) {
    if (void* library = dlopen(name, RTLD_NOW)) {
      return library;
    }
  }
  return nullptr;
}

Cublas open_cublas() {
  Cublas cublas{};
  if (void* library = open_library()) {
    cublas.create = reinterpret_cast<decltype(cublas.create)>(dlsym(library, "cublasCreate_v2"));
    cublas.set_math_mode =
        reinterpret_cast<decltype(cublas.set_math_mode)>(dlsym(library, "cublasSetMathMode"));
    cublas.sgemm = reinterpret_cast<decltype(cublas.sgemm)>(dlsym(library, "cublasSgemm_v2"));
    if (cublas.create && cublas.set_math_mode && cublas.sgemm) {
      cublas.create(&cublas.handle);
      cublas.set_math_mode(cublas.handle, kPedantic);
    }
  }
  return cublas;
}

}  // namespace

// Without the library C stays unchanged.
extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  static const Cublas cublas = open_cublas();
  if (cublas.handle == nullptr) {
    return;
  }
  // cuBLAS is column-major: its C, A and B are the transposes of ours.
  const float one = 1, zero = 0;
  cublas.sgemm(cublas.handle, 0, 0, n, m, k, &one, b, n, a, k, &zero, c, n);
}
