// cudaMemcpy, cudaMemset and their relatives.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "common/simt/api/api_call.h"
#include "common/simt/shim/cuda_api.h"
#include "common/simt/source/names.h"

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

// Rows of `width` bytes are `pitch` bytes apart.
bool fits_pitch(const ApiCall& call, u64 width, u64 pitch) {
  if (width > pitch) {
    call.fail(cudaErrorInvalidPitchValue,
              fmt::format("rows of {} bytes do not fit into a pitch of {}", width, pitch));
  }
  return width <= pitch;
}

cudaError_t copy_rows(const ApiCall& call,
                      void* to,
                      u64 to_pitch,
                      const void* from,
                      u64 from_pitch,
                      u64 width,
                      u64 height,
                      cudaMemcpyKind kind) {
  if (!fits_pitch(call, width, to_pitch) || !fits_pitch(call, width, from_pitch)) {
    return cudaErrorInvalidPitchValue;
  }
  for (u64 row = 0; row < height; ++row) {
    const cudaError_t error = copy(call, static_cast<char*>(to) + row * to_pitch,
                                   static_cast<const char*>(from) + row * from_pitch, width, kind);
    if (error != cudaSuccess) {
      return error;
    }
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

cudaError_t set_rows(const ApiCall& call, void* p, u64 pitch, int byte, u64 width, u64 height) {
  if (!fits_pitch(call, width, pitch)) {
    return cudaErrorInvalidPitchValue;
  }
  for (u64 row = 0; row < height; ++row) {
    const cudaError_t error = set_memory(call, static_cast<char*>(p) + row * pitch, byte, width);
    if (error != cudaSuccess) {
      return error;
    }
  }
  return cudaSuccess;
}

}  // namespace

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
  machine().module->mark_device_variable(reinterpret_cast<u64>(symbol));
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
  return copy_rows(call, to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DAsync(void* to,
                              size_t to_pitch,
                              const void* from,
                              size_t from_pitch,
                              size_t width,
                              size_t height,
                              cudaMemcpyKind kind,
                              cudaStream_t) {
  SIMT_API_CALL("cudaMemcpy2DAsync");
  return copy_rows(call, to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemset(void* pointer, int byte, size_t bytes) {
  SIMT_API_CALL("cudaMemset");
  return set_memory(call, pointer, byte, bytes);
}

cudaError_t cudaMemsetAsync(void* pointer, int byte, size_t bytes, cudaStream_t) {
  SIMT_API_CALL("cudaMemsetAsync");
  return set_memory(call, pointer, byte, bytes);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int byte, size_t width, size_t height) {
  SIMT_API_CALL("cudaMemset2D");
  return set_rows(call, pointer, pitch, byte, width, height);
}

cudaError_t cudaMemset2DAsync(
    void* pointer, size_t pitch, int byte, size_t width, size_t height, cudaStream_t) {
  SIMT_API_CALL("cudaMemset2DAsync");
  return set_rows(call, pointer, pitch, byte, width, height);
}
