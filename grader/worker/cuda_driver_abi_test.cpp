// Compiled if NVIDIA's own header is installed: our declarations of the driver must match it.
#include <cuda.h>

#include <cstddef>
#include <type_traits>

#include "grader/worker/cuda_driver.h"

namespace {

// A type as a call passes it: enums as int, and ignoring the struct that a pointer refers to.
template <typename T>
struct Passed {
  using type = std::conditional_t<std::is_enum_v<T>, int, T>;
};
template <typename T>
struct Passed<T*> {
  using pointee = typename Passed<std::remove_const_t<T>>::type;
  using type = std::conditional_t<std::is_class_v<T>, void*, pointee*>;
};
template <typename Result, typename... Arguments>
struct Passed<Result (*)(Arguments...)> {
  using type = typename Passed<Result>::type (*)(typename Passed<Arguments>::type...);
};

template <typename Ours, typename Theirs>
constexpr bool same_call =
    std::is_same_v<typename Passed<Ours>::type, typename Passed<Theirs>::type>;

#define GEMMLAB_SAME_CALL(function, member) \
  static_assert(same_call<decltype(gemmlab::CudaDriver::member), decltype(&function)>)
GEMMLAB_SAME_CALL(cuInit, init);
GEMMLAB_SAME_CALL(cuDriverGetVersion, driver_version);
GEMMLAB_SAME_CALL(cuGetErrorName, error_name);
GEMMLAB_SAME_CALL(cuDeviceGetCount, device_count);
GEMMLAB_SAME_CALL(cuDeviceGet, device);
GEMMLAB_SAME_CALL(cuDeviceGetName, device_name);
GEMMLAB_SAME_CALL(cuDeviceGetAttribute, device_attribute);
GEMMLAB_SAME_CALL(cuDeviceTotalMem_v2, device_memory);
GEMMLAB_SAME_CALL(cuDevicePrimaryCtxRetain, retain_context);
GEMMLAB_SAME_CALL(cuCtxSetCurrent, set_context);
GEMMLAB_SAME_CALL(cuCtxSynchronize, synchronize);
GEMMLAB_SAME_CALL(cuMemGetInfo_v2, memory_info);
GEMMLAB_SAME_CALL(cuMemAlloc_v2, allocate);
GEMMLAB_SAME_CALL(cuMemFree_v2, release);
GEMMLAB_SAME_CALL(cuMemGetAllocationGranularity, granularity);
GEMMLAB_SAME_CALL(cuMemCreate, create);
GEMMLAB_SAME_CALL(cuMemRelease, destroy);
GEMMLAB_SAME_CALL(cuMemExportToShareableHandle, hand_over);
GEMMLAB_SAME_CALL(cuMemImportFromShareableHandle, take_over);
GEMMLAB_SAME_CALL(cuMemAddressReserve, reserve);
GEMMLAB_SAME_CALL(cuMemAddressFree, give_back);
GEMMLAB_SAME_CALL(cuMemMap, map);
GEMMLAB_SAME_CALL(cuMemUnmap, unmap);
GEMMLAB_SAME_CALL(cuMemSetAccess, allow);
GEMMLAB_SAME_CALL(cuMemcpyHtoD_v2, copy_to_device);
GEMMLAB_SAME_CALL(cuMemcpyDtoH_v2, copy_to_host);
GEMMLAB_SAME_CALL(cuMemsetD32_v2, fill_words);
GEMMLAB_SAME_CALL(cuEventCreate, create_event);
GEMMLAB_SAME_CALL(cuEventRecord, record_event);
GEMMLAB_SAME_CALL(cuEventElapsedTime, elapsed);
static_assert(std::is_same_v<CUdeviceptr, gemmlab::CuPointer>);
static_assert(std::is_same_v<CUmemGenericAllocationHandle, gemmlab::CuMemory>);

static_assert(sizeof(gemmlab::CuMemoryKind) == sizeof(CUmemAllocationProp));
static_assert(offsetof(gemmlab::CuMemoryKind, handles) ==
              offsetof(CUmemAllocationProp, requestedHandleTypes));
static_assert(offsetof(gemmlab::CuMemoryKind, place) == offsetof(CUmemAllocationProp, location));
static_assert(sizeof(gemmlab::CuMemoryAccess) == sizeof(CUmemAccessDesc));
static_assert(offsetof(gemmlab::CuMemoryAccess, rights) == offsetof(CUmemAccessDesc, flags));
static_assert(gemmlab::CuPlace().kind == CU_MEM_LOCATION_TYPE_DEVICE);
static_assert(gemmlab::CuMemoryKind().kind == CU_MEM_ALLOCATION_TYPE_PINNED);
static_assert(gemmlab::CuMemoryKind().handles == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
static_assert(gemmlab::CuMemoryAccess().rights == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);

#define GEMMLAB_SAME_NUMBER(ours, theirs) static_assert(int(gemmlab::ours) == int(theirs))
GEMMLAB_SAME_NUMBER(kSharedBytesPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
GEMMLAB_SAME_NUMBER(kClockKhz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
GEMMLAB_SAME_NUMBER(kMultiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
GEMMLAB_SAME_NUMBER(kKernelTimeLimit, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT);
GEMMLAB_SAME_NUMBER(kComputeMode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE);
GEMMLAB_SAME_NUMBER(kPciBus, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID);
GEMMLAB_SAME_NUMBER(kPciDevice, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID);
GEMMLAB_SAME_NUMBER(kPciDomain, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID);
GEMMLAB_SAME_NUMBER(kExclusiveProcess, CU_COMPUTEMODE_EXCLUSIVE_PROCESS);
GEMMLAB_SAME_NUMBER(kMemoryClockKhz, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
GEMMLAB_SAME_NUMBER(kMemoryBusBits, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
GEMMLAB_SAME_NUMBER(kL2Bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
GEMMLAB_SAME_NUMBER(kThreadsPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
GEMMLAB_SAME_NUMBER(kMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
GEMMLAB_SAME_NUMBER(kMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
GEMMLAB_SAME_NUMBER(kSharedBytesPerMultiprocessor,
                    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
GEMMLAB_SAME_NUMBER(kRegistersPerMultiprocessor,
                    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
GEMMLAB_SAME_NUMBER(kSharesByDescriptor,
                    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED);
GEMMLAB_SAME_NUMBER(kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
GEMMLAB_SAME_NUMBER(kInvalidContext, CUDA_ERROR_INVALID_CONTEXT);
GEMMLAB_SAME_NUMBER(kContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED);
GEMMLAB_SAME_NUMBER(kIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
GEMMLAB_SAME_NUMBER(kLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT);
GEMMLAB_SAME_NUMBER(kAssert, CUDA_ERROR_ASSERT);
GEMMLAB_SAME_NUMBER(kHardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR);
GEMMLAB_SAME_NUMBER(kIllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION);
GEMMLAB_SAME_NUMBER(kMisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS);
GEMMLAB_SAME_NUMBER(kInvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE);
GEMMLAB_SAME_NUMBER(kInvalidPc, CUDA_ERROR_INVALID_PC);
GEMMLAB_SAME_NUMBER(kLaunchFailed, CUDA_ERROR_LAUNCH_FAILED);

}  // namespace

int main() {}
