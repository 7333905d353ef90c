#include "grader/worker/cuda_driver.h"

#include <dlfcn.h>

#include <type_traits>

namespace gemmlab {
namespace {

// Under WSL2 the library comes with Windows' driver; not every distribution searches there.
void* open_library() {
  for (const char* name : {"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      return library;
    }
  }
  return nullptr;
}

bool bind_all(void* library, CudaDriver& driver) {
  bool complete = true;
  const auto bind = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    complete &= function != nullptr;
  };
#define GEMMLAB_BIND(name, in_library, parameters) bind(driver.name, #in_library);
  GEMMLAB_DRIVER_CALLS(GEMMLAB_BIND)
#undef GEMMLAB_BIND
  return complete;
}

}  // namespace

const CudaDriver* find_cuda_driver() {
  static CudaDriver driver;
  static const bool found = [] {
    void* library = open_library();
    return library != nullptr && bind_all(library, driver);
  }();
  return found ? &driver : nullptr;
}

std::string error_name(CuResult result) {
  const char* name = nullptr;
  driver().error_name(result, &name);
  return name != nullptr ? name : "CUDA error " + std::to_string(result);
}

void check(CuResult result, const char* call) {
  if (result != 0) {
    throw CudaError(error_name(result), call);
  }
}

void use_first_gpu() {
  CuDevice device = 0;
  CuContext context = nullptr;
  check(driver().device(&device, 0), "cuDeviceGet");
  check(driver().retain_context(&context, device), "cuDevicePrimaryCtxRetain");
  check(driver().set_context(context), "cuCtxSetCurrent");
}

}  // namespace gemmlab
