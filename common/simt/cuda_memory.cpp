// cudaMalloc, cudaMemcpy and their relatives.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "common/simt/api_call.h"
#include "common/simt/names.h"
#include "common/simt/shim/cuda_api.h"

namespace simt {
namespace {

enum class Side { host, device };

Side side_of(const void* p) {
  const u64 address = reinterpret_cast<u64>(p);
  const Machine& m = machine();
  if (const Allocation* allocation = m.arena.near(address)) {
    return allocation->pinned ? Side::host : Side::device;
  }
  const bool symbol = m.module != nullptr && m.module->variable_at(address) != nullptr;
  return m.arena.contains(address) || symbol ? Side::device : Side::host;
}

Site student_site(const void* return_address) {
  return machine().sources.site_of(access_code(return_address, 0));
}

// The only host matrix of just that many bytes.
const HostMatrix* host_matrix_of(u64 bytes) {
  const HostMatrix* found = nullptr;
  for (const HostMatrix& matrix : machine().host_matrices) {
    if (matrix.bytes() == bytes) {
      if (found != nullptr) {
        return nullptr;
      }
      found = &matrix;
    }
  }
  return found;
}

cudaError_t allocate_for_student(const ApiCall& call,
                                 void** pointer,
                                 u64 bytes,
                                 Allocation description = {}) {
  Machine& m = machine();
  SIMT_RETURN_IF_STICKY(call);
  if (pointer == nullptr) {
    return call.fail(cudaErrorInvalidValue, "the pointer's address is null");
  }
  *pointer = nullptr;
  if (bytes == 0) {
    return cudaSuccess;
  }
  description.ordinal = m.student_allocations + 1;
  if (const HostMatrix* matrix = host_matrix_of(bytes)) {
    description.name = matrix->name;
    description.rows = matrix->rows;
    description.cols = matrix->cols;
  }
  void* p = m.arena.allocate(bytes, std::move(description));
  if (p == nullptr) {
    return call.fail(cudaErrorMemoryAllocation,
                     fmt::format("{} bytes are wanted, and {} of {} are in use", bytes,
                                 m.arena.live_bytes(), m.arena.capacity()));
  }
  ++m.student_allocations;
  if (m.arena.near(reinterpret_cast<u64>(p))->managed) {
    m.arena.mark_written(reinterpret_cast<u64>(p), bytes);  // host code's writes are not known
  }
  *pointer = p;
  return cudaSuccess;
}

// What is wrong with [p, p + bytes) as device memory; empty if nothing.
std::string bounds_fault(const void* p, u64 bytes, const char* role) {
  const Machine& m = machine();
  const u64 address = reinterpret_cast<u64>(p);
  if (!m.arena.contains(address)) {
    const Variable* variable = m.module->variable_at(address);
    const bool inside =
        variable != nullptr && bytes <= variable->offset + variable->bytes - address;
    return inside ? "" : fmt::format("{} bytes do not fit into the {}", bytes, role);
  }
  if (m.arena.holds(address, bytes)) {
    return "";
  }
  const Allocation* allocation = m.arena.near(address);
  if (allocation == nullptr) {
    return fmt::format("the {} is not allocated", role);
  }
  return allocation->live
             ? fmt::format("{} bytes do not fit into the {}, {}", bytes, role, name_of(*allocation))
             : fmt::format("the {}, {}, has been freed", role, name_of(*allocation));
}

const char* side_name(Side side) {
  return side == Side::host ? "host" : "device";
}

cudaError_t copy(const ApiCall& call, void* to, const void* from, u64 bytes, cudaMemcpyKind kind) {
  SIMT_RETURN_IF_STICKY(call);
  if (bytes == 0) {
    return cudaSuccess;
  }
  if (to == nullptr || from == nullptr) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("the {} is a null pointer", to == nullptr ? "target" : "source"));
  }
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return call.fail(cudaErrorInvalidMemcpyDirection);
  }
  const Side to_side = side_of(to), from_side = side_of(from);
  if (kind != cudaMemcpyDefault) {
    const Side to_said = (kind & 1) != 0 ? Side::device : Side::host;
    const Side from_said = (kind & 2) != 0 ? Side::device : Side::host;
    if (to_said != to_side || from_said != from_side) {
      return call.fail(
          cudaErrorInvalidValue,
          fmt::format("the target is {} and the source {} memory, which is not the kind given",
                      side_name(to_side), side_name(from_side)));
    }
  }
  for (const auto& [pointer, side, role] :
       {std::tuple{static_cast<const void*>(to), to_side, "target"},
        std::tuple{from, from_side, "source"}}) {
    if (side == Side::device) {
      if (std::string fault = bounds_fault(pointer, bytes, role); !fault.empty()) {
        return call.fail(cudaErrorInvalidValue, std::move(fault));
      }
    }
  }
  std::memmove(to, from, bytes);
  if (machine().arena.contains(reinterpret_cast<u64>(to))) {
    machine().arena.mark_written(reinterpret_cast<u64>(to), bytes);
  }
  return cudaSuccess;
}

cudaError_t set_memory(const ApiCall& call, void* p, int byte, u64 bytes) {
  SIMT_RETURN_IF_STICKY(call);
  if (bytes == 0) {
    return cudaSuccess;
  }
  if (side_of(p) == Side::host) {
    return call.fail(cudaErrorInvalidValue, "the pointer is not to device memory");
  }
  if (std::string fault = bounds_fault(p, bytes, "memory"); !fault.empty()) {
    return call.fail(cudaErrorInvalidValue, std::move(fault));
  }
  std::memset(p, byte, bytes);
  if (machine().arena.contains(reinterpret_cast<u64>(p))) {
    machine().arena.mark_written(reinterpret_cast<u64>(p), bytes);
  }
  return cudaSuccess;
}

cudaError_t free_device(const ApiCall& call, void* p) {
  SIMT_RETURN_IF_STICKY(call);
  if (p == nullptr) {
    return cudaSuccess;
  }
  Machine& m = machine();
  const Allocation* allocation = m.arena.near(reinterpret_cast<u64>(p));
  if (allocation == nullptr) {
    return call.fail(cudaErrorInvalidValue, "the pointer did not come from cudaMalloc");
  }
  if (allocation->ordinal == 0) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} is not yours to free", name_of(*allocation)));
  }
  if (!allocation->live) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} has been freed before", name_of(*allocation)));
  }
  if (!m.arena.free(p)) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("the pointer is not the start of {}", name_of(*allocation)));
  }
  return cudaSuccess;
}

// Memory of the host's that kernels may use.
Allocation pinned() {
  Allocation description;
  description.managed = description.pinned = true;
  return description;
}

Allocation managed() {
  Allocation description;
  description.managed = true;
  return description;
}

}  // namespace

cudaError_t ApiCall::fail(cudaError_t error, std::string cause) const {
  return report_error(error, name_, std::move(cause), student_site(from_));
}

cudaError_t ApiCall::sticky() const {
  const cudaError_t error = machine().errors.sticky();
  return error == cudaSuccess ? error : fail(error, "left over from an earlier launch");
}

cudaError_t copy_to_symbol(void* symbol,
                           std::size_t symbol_bytes,
                           const void* from,
                           std::size_t bytes,
                           std::size_t offset) {
  SIMT_API_CALL("cudaMemcpyToSymbol");
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} bytes do not fit into {}", bytes,
                                 symbol_bytes - std::min(offset, symbol_bytes)));
  }
  SIMT_RETURN_IF_STICKY(call);
  std::memcpy(static_cast<char*>(symbol) + offset, from, bytes);
  return cudaSuccess;
}

cudaError_t copy_from_symbol(
    void* to, const void* symbol, std::size_t symbol_bytes, std::size_t bytes, std::size_t offset) {
  SIMT_API_CALL("cudaMemcpyFromSymbol");
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) {
    return call.fail(cudaErrorInvalidValue, "more bytes than the symbol has");
  }
  SIMT_RETURN_IF_STICKY(call);
  std::memcpy(to, static_cast<const char*>(symbol) + offset, bytes);
  return cudaSuccess;
}

}  // namespace simt

using namespace simt;

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  SIMT_API_CALL("cudaMalloc");
  return allocate_for_student(call, pointer, bytes);
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  SIMT_API_CALL("cudaMallocAsync");
  return allocate_for_student(call, pointer, bytes);
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  SIMT_API_CALL("cudaMallocManaged");
  return allocate_for_student(call, pointer, bytes, managed());
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  SIMT_API_CALL("cudaMallocPitch");
  *pitch = (width + 511) / 512 * 512;
  return allocate_for_student(call, pointer, *pitch * height);
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  SIMT_API_CALL("cudaMallocHost");
  return allocate_for_student(call, pointer, bytes, pinned());
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  SIMT_API_CALL("cudaHostAlloc");
  return allocate_for_student(call, pointer, bytes, pinned());
}

cudaError_t cudaFree(void* pointer) {
  SIMT_API_CALL("cudaFree");
  return free_device(call, pointer);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  SIMT_API_CALL("cudaFreeAsync");
  return free_device(call, pointer);
}

cudaError_t cudaFreeHost(void* pointer) {
  SIMT_API_CALL("cudaFreeHost");
  const Allocation* allocation = machine().arena.near(reinterpret_cast<u64>(pointer));
  if (pointer != nullptr && (allocation == nullptr || !allocation->pinned)) {
    return call.fail(cudaErrorInvalidValue, "the pointer did not come from cudaMallocHost");
  }
  return free_device(call, pointer);
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  const Machine& m = machine();
  *total = m.arena.capacity();
  *free = m.arena.capacity() - m.arena.live_bytes();
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  SIMT_API_CALL("cudaMemcpy");
  return copy(call, to, from, bytes, kind);
}

cudaError_t cudaMemcpyAsync(
    void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  SIMT_API_CALL("cudaMemcpyAsync");
  return copy(call, to, from, bytes, kind);
}

cudaError_t cudaMemcpy2D(void* to,
                         size_t to_pitch,
                         const void* from,
                         size_t from_pitch,
                         size_t width,
                         size_t height,
                         cudaMemcpyKind kind) {
  SIMT_API_CALL("cudaMemcpy2D");
  for (size_t row = 0; row < height; ++row) {
    const cudaError_t error = copy(call, static_cast<char*>(to) + row * to_pitch,
                                   static_cast<const char*>(from) + row * from_pitch, width, kind);
    if (error != cudaSuccess) {
      return error;
    }
  }
  return cudaSuccess;
}

cudaError_t cudaMemset(void* pointer, int byte, size_t bytes) {
  SIMT_API_CALL("cudaMemset");
  return set_memory(call, pointer, byte, bytes);
}

cudaError_t cudaMemsetAsync(void* pointer, int byte, size_t bytes, cudaStream_t) {
  SIMT_API_CALL("cudaMemsetAsync");
  return set_memory(call, pointer, byte, bytes);
}
