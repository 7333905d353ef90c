// The driver functions that cuda_driver.cpp binds, and no others.
#include "grader/stand_in/driver.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <type_traits>

#include "grader/stand_in/device.h"
#include "grader/stand_in/error_names.h"

namespace gemmlab {

struct CUevent_st {
  stand_in::Device::Time time;
};

}  // namespace gemmlab

namespace {

using namespace gemmlab;
using stand_in::Device;
using stand_in::Machine;

// The folder that the library was loaded from.
const std::filesystem::path& folder() {
  static const std::filesystem::path found = [] {
    Dl_info info{};
    dladdr(reinterpret_cast<void*>(&stand_in_compute), &info);
    return std::filesystem::path(info.dli_fname).parent_path();
  }();
  return found;
}

const Machine& machine() {
  static const Machine read((folder() / "machine.txt").string());
  return read;
}

Device& gpu() {
  static Device only(machine());
  return only;
}

double clock_rate = 1;

template <typename T>
T* host(CuPointer pointer) {
  return reinterpret_cast<T*>(pointer);
}

// Does something after all kernels have ended without error, as calls on the default stream do.
template <typename Action>
CuResult afterwards(Action action) {
  const CuResult result = gpu().wait();
  if (result == 0) {
    action();
  }
  return result;
}

// Notes in the file `uses` that a process wants to run something here: other processes never
// allocate.
void note_use() {
  static const bool noted =
      bool(std::ofstream(folder() / "uses", std::ios::app) << "a process uses the GPU\n");
  static_cast<void>(noted);
}

int attribute(int which) {
  const int architecture = machine().whole("architecture");
  switch (which) {
    case kMajor:
      return architecture / 10;
    case kMinor:
      return architecture % 10;
    case kMultiprocessors:
      return machine().whole("multiprocessors");
    case kClockKhz:
      return machine().whole("clock_khz");
    case kSharesByDescriptor:
      return machine().whole("shares");
    case kComputeMode:
      return machine().whole("compute_mode");
    case kMemoryClockKhz:
      return 1'000'000;
    case kMemoryBusBits:
      return 256;
    case kThreadsPerMultiprocessor:
      return 2048;
    case kRegistersPerMultiprocessor:
      return 65536;
    case kSharedBytesPerMultiprocessor:
      return 64 << 10;
    case kSharedBytesPerBlock:
      return 48 << 10;
    default:
      return 0;
  }
}

}  // namespace

extern "C" {

CuResult cuInit(unsigned) {
  if (machine().whole("crashes") != 0) {
    std::abort();
  }
  constexpr CuResult kNoDevice = 100;
  const int error = machine().whole("init_error");
  return error == 0 && machine().whole("devices") == 0 ? kNoDevice : error;
}

CuResult cuDriverGetVersion(int* version) {
  *version = machine().whole("driver");
  return 0;
}

CuResult cuGetErrorName(CuResult error, const char** name) {
  *name = stand_in::name_of(error);
  return *name != nullptr ? 0 : 1;
}

CuResult cuDeviceGetCount(int* count) {
  *count = machine().whole("devices");
  return 0;
}

CuResult cuDeviceGet(CuDevice* device, int ordinal) {
  *device = ordinal;
  return 0;
}

CuResult cuDeviceGetName(char* name, int length, CuDevice) {
  std::snprintf(name, length, "%s", machine().text("name").c_str());
  return 0;
}

CuResult cuDeviceGetAttribute(int* value, int which, CuDevice) {
  *value = attribute(which);
  return 0;
}

CuResult cuDeviceTotalMem_v2(std::size_t* bytes, CuDevice) {
  *bytes = machine().bytes("total_mib");
  return 0;
}

CuResult cuDevicePrimaryCtxRetain(CuContext* context, CuDevice) {
  *context = nullptr;
  return machine().whole("context_error");
}

CuResult cuCtxSetCurrent(CuContext) {
  return 0;
}

CuResult cuCtxSynchronize() {
  return gpu().wait();
}

CuResult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *free = gpu().free_bytes();
  *total = machine().bytes("total_mib");
  return 0;
}

CuResult cuMemAlloc_v2(CuPointer* pointer, std::size_t bytes) {
  note_use();
  const CuResult result = gpu().wait();
  return result != 0 ? result : gpu().allocate(pointer, bytes);
}

CuResult cuMemFree_v2(CuPointer pointer) {
  const CuResult result = gpu().wait();
  return result != 0 ? result : gpu().release(pointer);
}

CuResult cuMemGetAllocationGranularity(std::size_t* bytes, const CuMemoryKind*, int) {
  *bytes = 4096;
  return 0;
}

CuResult cuMemCreate(CuMemory* memory, std::size_t bytes, const CuMemoryKind*, unsigned long long) {
  note_use();
  return gpu().create(memory, bytes);
}

CuResult cuMemRelease(CuMemory memory) {
  return gpu().destroy(memory);
}

CuResult cuMemExportToShareableHandle(void* handle, CuMemory memory, int, unsigned long long) {
  *static_cast<int*>(handle) = dup(int(memory));
  return 0;
}

CuResult cuMemImportFromShareableHandle(CuMemory* memory, void* handle, int) {
  constexpr CuResult kOperatingSystem = 304;
  *memory = CuMemory(dup(int(reinterpret_cast<std::intptr_t>(handle))));
  return machine().whole("takes_over") != 0 ? 0 : kOperatingSystem;
}

CuResult cuMemAddressReserve(CuPointer* at, std::size_t bytes, std::size_t, CuPointer,
                             unsigned long long) {
  void* const reserved =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  *at = reinterpret_cast<CuPointer>(reserved);
  return reserved == MAP_FAILED ? kOutOfMemory : 0;
}

CuResult cuMemAddressFree(CuPointer at, std::size_t bytes) {
  return munmap(host<void>(at), bytes) == 0 ? 0 : 1;
}

CuResult cuMemMap(CuPointer at, std::size_t bytes, std::size_t, CuMemory memory,
                  unsigned long long) {
  return gpu().map(at, bytes, memory);
}

CuResult cuMemUnmap(CuPointer at, std::size_t) {
  return gpu().unmap(at);
}

CuResult cuMemSetAccess(CuPointer, std::size_t, const CuMemoryAccess*, std::size_t) {
  return 0;
}

CuResult cuMemcpyHtoD_v2(CuPointer to, const void* from, std::size_t bytes) {
  return afterwards([=] {
    gpu().compute_all();
    std::memcpy(host<char>(to), from, bytes);
  });
}

CuResult cuMemcpyDtoH_v2(void* to, CuPointer from, std::size_t bytes) {
  return afterwards([=] {
    gpu().compute(host<char>(from), bytes);
    std::memcpy(to, host<char>(from), bytes);
  });
}

CuResult cuMemsetD32_v2(CuPointer to, unsigned word, std::size_t words) {
  return afterwards([=] {
    gpu().forget(host<char>(to), words * sizeof word);
    std::fill_n(host<unsigned>(to), words, word);
  });
}

CuResult cuEventCreate(CuEvent* event, unsigned) {
  *event = new CUevent_st;
  return 0;
}

CuResult cuEventRecord(CuEvent event, CuStream) {
  event->time = gpu().end_of_kernels();
  return 0;
}

CuResult cuEventElapsedTime(float* milliseconds, CuEvent start, CuEvent end) {
  const std::chrono::duration<double, std::milli> passed = end->time - start->time;
  *milliseconds = float(clock_rate * passed.count());
  return 0;
}

void stand_in_launch(const float* a, const float* b, float* c, int m, int n, int k,
                     double slowness) {
  const double seconds = 2.0 * m * n * k / (1e9 * machine().number("gflops"));
  gpu().launch({a, b, c, m, n, k}, slowness * seconds);
}

void stand_in_wait_for_nothing() {
  gpu().wait_for_nothing();
}

void stand_in_compute() {
  gpu().compute_all();
}

void stand_in_end_with(int error) {
  gpu().end_with(error);
}

void stand_in_scale_clock(double rate) {
  clock_rate = rate;
}
}

// Checks that their types match cuda_driver.h.
#define GEMMLAB_SAME_TYPE(function, member) \
  static_assert(std::is_same_v<decltype(&function), decltype(CudaDriver::member)>)
GEMMLAB_SAME_TYPE(cuInit, init);
GEMMLAB_SAME_TYPE(cuDriverGetVersion, driver_version);
GEMMLAB_SAME_TYPE(cuGetErrorName, error_name);
GEMMLAB_SAME_TYPE(cuDeviceGetCount, device_count);
GEMMLAB_SAME_TYPE(cuDeviceGet, device);
GEMMLAB_SAME_TYPE(cuDeviceGetName, device_name);
GEMMLAB_SAME_TYPE(cuDeviceGetAttribute, device_attribute);
GEMMLAB_SAME_TYPE(cuDeviceTotalMem_v2, device_memory);
GEMMLAB_SAME_TYPE(cuDevicePrimaryCtxRetain, retain_context);
GEMMLAB_SAME_TYPE(cuCtxSetCurrent, set_context);
GEMMLAB_SAME_TYPE(cuCtxSynchronize, synchronize);
GEMMLAB_SAME_TYPE(cuMemGetInfo_v2, memory_info);
GEMMLAB_SAME_TYPE(cuMemAlloc_v2, allocate);
GEMMLAB_SAME_TYPE(cuMemFree_v2, release);
GEMMLAB_SAME_TYPE(cuMemGetAllocationGranularity, granularity);
GEMMLAB_SAME_TYPE(cuMemCreate, create);
GEMMLAB_SAME_TYPE(cuMemRelease, destroy);
GEMMLAB_SAME_TYPE(cuMemExportToShareableHandle, hand_over);
GEMMLAB_SAME_TYPE(cuMemImportFromShareableHandle, take_over);
GEMMLAB_SAME_TYPE(cuMemAddressReserve, reserve);
GEMMLAB_SAME_TYPE(cuMemAddressFree, give_back);
GEMMLAB_SAME_TYPE(cuMemMap, map);
GEMMLAB_SAME_TYPE(cuMemUnmap, unmap);
GEMMLAB_SAME_TYPE(cuMemSetAccess, allow);
GEMMLAB_SAME_TYPE(cuMemcpyHtoD_v2, copy_to_device);
GEMMLAB_SAME_TYPE(cuMemcpyDtoH_v2, copy_to_host);
GEMMLAB_SAME_TYPE(cuMemsetD32_v2, fill_words);
GEMMLAB_SAME_TYPE(cuEventCreate, create_event);
GEMMLAB_SAME_TYPE(cuEventRecord, record_event);
GEMMLAB_SAME_TYPE(cuEventElapsedTime, elapsed);
