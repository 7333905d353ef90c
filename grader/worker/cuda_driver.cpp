#include "grader/worker/cuda_driver.h"

#include <dlfcn.h>

namespace gemmlab {
namespace {

// Under WSL2 the library comes with Windows' driver; not every distribution looks there.
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
  bind(driver.init, "cuInit");
  bind(driver.driver_version, "cuDriverGetVersion");
  bind(driver.error_name, "cuGetErrorName");
  bind(driver.device_count, "cuDeviceGetCount");
  bind(driver.device, "cuDeviceGet");
  bind(driver.device_name, "cuDeviceGetName");
  bind(driver.device_attribute, "cuDeviceGetAttribute");
  bind(driver.device_memory, "cuDeviceTotalMem_v2");
  bind(driver.retain_context, "cuDevicePrimaryCtxRetain");
  bind(driver.set_context, "cuCtxSetCurrent");
  bind(driver.synchronize, "cuCtxSynchronize");
  bind(driver.memory_info, "cuMemGetInfo_v2");
  bind(driver.allocate, "cuMemAlloc_v2");
  bind(driver.release, "cuMemFree_v2");
  bind(driver.copy_to_device, "cuMemcpyHtoD_v2");
  bind(driver.copy_to_host, "cuMemcpyDtoH_v2");
  bind(driver.fill_words, "cuMemsetD32_v2");
  bind(driver.create_event, "cuEventCreate");
  bind(driver.record_event, "cuEventRecord");
  bind(driver.elapsed, "cuEventElapsedTime");
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

std::string error_name(const CudaDriver& driver, CuResult result) {
  const char* name = nullptr;
  driver.error_name(result, &name);
  return name != nullptr ? name : "CUDA error " + std::to_string(result);
}

void check(const CudaDriver& driver, CuResult result, const char* call) {
  if (result != 0) {
    throw CudaError(result, error_name(driver, result), call);
  }
}

}  // namespace gemmlab
