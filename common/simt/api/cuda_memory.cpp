// cudaMalloc, cudaFree and similar functions.
#include "common/simt/shim/api/cuda_memory.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "common/facts/place.h"
#include "common/facts/run_report.h"
#include "common/simt/api/api_call.h"
#include "common/simt/api/transfer.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/streams.h"
#include "common/simt/memory/arena.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

// The only host matrix with exactly this many bytes.
const DeviceBuffer* host_matrix_of(const Machine& machine, u64 bytes) {
  const std::vector<DeviceBuffer>& all = machine.host_matrices;
  const auto found = std::ranges::find(all, bytes, &DeviceBuffer::bytes);
  return std::ranges::count(all, bytes, &DeviceBuffer::bytes) == 1 ? &*found : nullptr;
}

// Whether so many bytes are the number of a host matrix's elements.
bool is_size_in_elements(const Machine& machine, u64 bytes) {
  return std::ranges::count(machine.host_matrices, bytes * sizeof(float), &DeviceBuffer::bytes) > 0;
}

cudaError_t allocate_for_student(const ApiCall& call, void** pointer, u64 bytes,
                                 Allocation description = {}) {
  Machine& m = call.machine;
  SIMT_RETURN_IF_STICKY(call);
  if (pointer == nullptr) {
    return call.fail(cudaErrorInvalidValue, Misuse::null_result);
  }
  *pointer = nullptr;
  if (bytes == 0) {
    return cudaSuccess;
  }
  if (const DeviceBuffer* matrix = host_matrix_of(m, bytes)) {
    static_cast<DeviceBuffer&>(description) = *matrix;
  }
  description.ordinal = m.student_allocations + 1;
  description.line = m.module != nullptr ? m.module->site_of(call.code).line : 0;
  description.is_in_elements = description.matrix.empty() && is_size_in_elements(m, bytes);
  const bool is_managed = description.managed;
  void* p = m.arena.allocate(bytes, std::move(description));
  if (p == nullptr) {
    return call.fail(cudaErrorMemoryAllocation,
                     OutOfDeviceMemory{bytes, m.arena.live_bytes(), m.arena.capacity()});
  }
  m.ordered_memory.forget(reinterpret_cast<u64>(p));
  ++m.student_allocations;
  if (is_managed) {
    mark_as_hosts(m, p, bytes);  // what host code writes there is not seen
  }
  *pointer = p;
  return cudaSuccess;
}

// In its stream: the memory is there when that comes to it.
cudaError_t allocate_in_stream(const ApiCall& call, void** pointer, u64 bytes) {
  const cudaError_t error = allocate_for_student(call, pointer, bytes);
  if (error == cudaSuccess && *pointer != nullptr) {
    Machine& m = call.machine;
    m.ordered_memory.allocate(reinterpret_cast<u64>(*pointer),
                              m.streams.add(*call.stream, [] {}).number);
  }
  return error;
}

// Or says why it cannot.
cudaError_t free_live(const ApiCall& call, const Allocation& allocation) {
  Machine& m = call.machine;
  const auto release = [&m, p = reinterpret_cast<void*>(allocation.begin)] { m.arena.free(p); };
  if (!call.stream) {
    release();
    return cudaSuccess;
  }
  const Work next{{}, m.streams.before_next(*call.stream), {}};
  if (m.ordered_memory.use_in(allocation.begin, next) == Allocation::Use::not_yet) {
    return call.fail(cudaErrorInvalidValue, CannotFree{BadFree::not_yet_there, allocation});
  }
  m.ordered_memory.free(allocation.begin, m.streams.add(*call.stream, release));
  return cudaSuccess;
}

// At once, or in the call's stream.
cudaError_t free_device(const ApiCall& call, void* p) {
  if (!call.stream) {
    call.machine.streams.finish_all();
  }
  SIMT_RETURN_IF_STICKY(call);
  if (p == nullptr) {
    return cudaSuccess;
  }
  Machine& m = call.machine;
  const Allocation* allocation = m.arena.near(reinterpret_cast<u64>(p));
  if (allocation == nullptr) {
    return call.fail(cudaErrorInvalidValue, Misuse::not_of_cuda_malloc);
  }
  const auto fail = [&](BadFree why) {
    return call.fail(cudaErrorInvalidValue, CannotFree{why, *allocation});
  };
  if (allocation->ordinal == 0) {
    if (m.run != nullptr) {
      m.run->host_findings.note(FindingKind::input_modified, call.code,
                                [&] { return FreedInput{allocation->matrix}; });
    }
    return fail(BadFree::callers);
  }
  if (!allocation->live || m.ordered_memory.is_freed(allocation->begin)) {
    return fail(BadFree::freed_before);
  }
  return reinterpret_cast<u64>(p) == allocation->begin ? free_live(call, *allocation)
                                                       : fail(BadFree::not_its_start);
}

// Managed memory; or pinned host memory that kernels may use.
Allocation managed(bool pinned) {
  Allocation description;
  description.managed = true;
  description.pinned = pinned;
  return description;
}

}  // namespace
}  // namespace simt

using namespace simt;

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  SIMT_API_CALL();
  return allocate_for_student(call, pointer, bytes);
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return allocate_in_stream(call, pointer, bytes);
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  SIMT_API_CALL();
  return allocate_for_student(call, pointer, bytes, managed(false));
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  SIMT_API_CALL();
  return allocate_for_student(call, pointer, bytes, managed(true));
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  SIMT_API_CALL();
  return allocate_for_student(call, pointer, bytes, managed(true));
}

cudaError_t cudaFree(void* pointer) {
  SIMT_API_CALL();
  return free_device(call, pointer);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return free_device(call, pointer);
}

// Registering memory does not change the speed of copies here.
cudaError_t cudaHostRegister(void*, size_t, unsigned) {
  SIMT_API_CALL();
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void*) {
  SIMT_API_CALL();
  return cudaSuccess;
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  SIMT_API_CALL();
  *pitch = (width + 511) / 512 * 512;
  return allocate_for_student(call, pointer, *pitch * height);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  SIMT_API_CALL();
  if (pointer == nullptr) {
    return call.fail(cudaErrorInvalidValue, Misuse::null_result);
  }
  const std::size_t pitch = (extent.width + 511) / 512 * 512;
  *pointer = {nullptr, pitch, extent.width, extent.height};
  return allocate_for_student(call, &pointer->ptr, pitch * extent.height * extent.depth);
}

cudaError_t cudaFreeHost(void* pointer) {
  SIMT_API_CALL();
  const Allocation* allocation = call.machine.arena.near(reinterpret_cast<u64>(pointer));
  if (pointer != nullptr && (allocation == nullptr || !allocation->pinned)) {
    return call.fail(cudaErrorInvalidValue, Misuse::not_of_cuda_malloc_host);
  }
  return free_device(call, pointer);
}

// Unified addressing: pinned memory has the same address on the device and the host.
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  SIMT_API_CALL();
  SIMT_RETURN_IF_STICKY(call);
  const Allocation* allocation = call.machine.arena.near(reinterpret_cast<u64>(host));
  if (allocation == nullptr || !allocation->pinned || !allocation->live) {
    return call.fail(cudaErrorInvalidValue, Misuse::not_of_cuda_host_alloc);
  }
  *device = host;
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation, unsigned,
                                 cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) {
  SIMT_API_CALL();
  return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, cudaMemLocation) {
  SIMT_API_CALL();
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  const Machine& m = current_machine();
  *total = m.arena.capacity();
  *free = m.arena.capacity() - m.arena.live_bytes();
  return cudaSuccess;
}
