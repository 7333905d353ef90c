// cudaMemcpy, cudaMemset and similar functions.
#include "common/simt/shim/api/cuda_copy.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

#include "common/facts/run_report.h"
#include "common/simt/api/api_call.h"
#include "common/simt/api/transfer.h"
#include "common/simt/engine/machine.h"
#include "common/simt/memory/arena.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

// A and B are the caller's: also what writes back what was there changes them for a while.
void note_written_input(Machine& m, const void* to, AccessCode code) {
  const Allocation* const allocation = m.arena.near(reinterpret_cast<u64>(to));
  const bool is_input = allocation != nullptr && allocation->ordinal == 0 &&
                        (allocation->matrix == "a" || allocation->matrix == "b");
  if (is_input && m.run != nullptr) {
    m.run->host_findings.note(FindingKind::input_modified, code | kWriteBit,
                              [&] { return WrittenInput{allocation->matrix}; });
  }
}

bool is_device(const Machine& m, const void* p) {
  const u64 address = reinterpret_cast<u64>(p);
  if (const Allocation* allocation = m.arena.near(address)) {
    return !allocation->pinned;
  }
  return m.arena.contains(address) || (m.module != nullptr && m.module->variable_at(address) &&
                                       m.module->shadow_variable_at(address) == nullptr);
}

// What is wrong with [p, p + bytes) as device memory.
std::optional<BadPointer> bounds_fault(const Machine& m, const void* p, u64 bytes, Role role) {
  const u64 address = reinterpret_cast<u64>(p);
  if (!m.arena.contains(address)) {
    const Variable* variable = m.module->variable_at(address);
    const bool inside =
        variable != nullptr && bytes <= variable->offset + variable->bytes - address;
    return inside ? std::nullopt
                  : std::optional(BadPointer{role, BadArgument::too_small, bytes, std::nullopt});
  }
  if (m.arena.holds(address, bytes)) {
    return std::nullopt;
  }
  const Allocation* allocation = m.arena.near(address);
  if (allocation == nullptr) {
    return BadPointer{role, BadArgument::not_allocated, bytes, std::nullopt};
  }
  return BadPointer{role, allocation->live ? BadArgument::too_small : BadArgument::freed, bytes,
                    *allocation};
}

cudaError_t copy(const ApiCall& call, void* to, const void* from, u64 bytes, cudaMemcpyKind kind) {
  SIMT_RETURN_IF_STICKY(call);
  if (bytes == 0) {
    return cudaSuccess;
  }
  Machine& m = call.machine;
  if (to == nullptr || from == nullptr) {
    return call.fail(
        cudaErrorInvalidValue,
        BadPointer{to == nullptr ? Role::target : Role::source, BadArgument::null, bytes, {}});
  }
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return call.fail(cudaErrorInvalidMemcpyDirection);
  }
  const WrongDirection sides{is_device(m, to), is_device(m, from)};
  if (kind != cudaMemcpyDefault &&
      (sides.to_device != ((kind & 1) != 0) || sides.from_device != ((kind & 2) != 0))) {
    return call.fail(cudaErrorInvalidValue, sides);
  }
  auto fault = sides.to_device ? bounds_fault(m, to, bytes, Role::target) : std::nullopt;
  if (!fault && sides.from_device) {
    fault = bounds_fault(m, from, bytes, Role::source);
  }
  if (fault) {
    return call.fail(cudaErrorInvalidValue, *fault);
  }
  call.in_stream([=, &m, code = call.code] {
    if (!m.may_access(to, code | kWriteBit) || !m.may_access(from, code)) {
      return;
    }
    note_written_input(m, to, code);
    transfer(m, to, from, bytes);
  });
  const auto is_pageable = [&m](const void* p) {
    return !m.arena.contains(reinterpret_cast<u64>(p));
  };
  if (call.stream && (is_pageable(to) || is_pageable(from))) {
    m.streams.finish(*call.stream);  // as CUDA documents it
  }
  return cudaSuccess;
}

// Rows of `width` bytes are `pitch` bytes apart.
bool fits_pitch(const ApiCall& call, u64 width, u64 pitch) {
  if (width > pitch) {
    call.fail(cudaErrorInvalidPitchValue, PitchTooSmall{width, pitch});
  }
  return width <= pitch;
}

// Calls `action` with the number of each row until one fails.
template <class Action>
cudaError_t for_each_row(u64 height, Action action) {
  cudaError_t error = cudaSuccess;
  for (u64 row = 0; row < height && error == cudaSuccess; ++row) {
    error = action(row);
  }
  return error;
}

cudaError_t copy_rows(const ApiCall& call, void* to, u64 to_pitch, const void* from, u64 from_pitch,
                      u64 width, u64 height, cudaMemcpyKind kind) {
  if (!fits_pitch(call, width, to_pitch) || !fits_pitch(call, width, from_pitch)) {
    return cudaErrorInvalidPitchValue;
  }
  return for_each_row(height, [&](u64 row) {
    return copy(call, static_cast<char*>(to) + row * to_pitch,
                static_cast<const char*>(from) + row * from_pitch, width, kind);
  });
}

cudaError_t set_memory(const ApiCall& call, void* p, int byte, u64 bytes) {
  SIMT_RETURN_IF_STICKY(call);
  if (bytes == 0) {
    return cudaSuccess;
  }
  if (!is_device(call.machine, p)) {
    return call.fail(cudaErrorInvalidValue, Misuse::not_device_memory);
  }
  if (const auto fault = bounds_fault(call.machine, p, bytes, Role::memory)) {
    return call.fail(cudaErrorInvalidValue, *fault);
  }
  call.in_stream([=, &m = call.machine, code = call.code] {
    if (!m.may_access(p, code | kWriteBit)) {
      return;
    }
    note_written_input(m, p, code);
    std::memset(p, byte, bytes);
    mark_as_hosts(m, p, bytes);
  });
  return cudaSuccess;
}

cudaError_t set_rows(const ApiCall& call, void* p, u64 pitch, int byte, u64 width, u64 height) {
  if (!fits_pitch(call, width, pitch)) {
    return cudaErrorInvalidPitchValue;
  }
  return for_each_row(height, [&](u64 row) {
    return set_memory(call, static_cast<char*>(p) + row * pitch, byte, width);
  });
}

char* at(const cudaPitchedPtr& memory, cudaPos place, u64 slice) {
  const u64 row = (place.z + slice) * memory.ysize + place.y;
  return static_cast<char*>(memory.ptr) + row * memory.pitch + place.x;
}

cudaError_t copy_slices(const ApiCall& call, const cudaMemcpy3DParms& how) {
  return for_each_row(how.extent.depth, [&](u64 slice) {
    return copy_rows(call, at(how.dstPtr, how.dstPos, slice), how.dstPtr.pitch,
                     at(how.srcPtr, how.srcPos, slice), how.srcPtr.pitch, how.extent.width,
                     how.extent.height, how.kind);
  });
}

cudaError_t set_slices(const ApiCall& call, const cudaPitchedPtr& memory, int byte,
                       const cudaExtent& extent) {
  return for_each_row(extent.depth, [&](u64 slice) {
    return set_rows(call, at(memory, {}, slice), memory.pitch, byte, extent.width, extent.height);
  });
}

// Waits for the device. What prevents a copy of this part of a symbol, or cudaSuccess.
cudaError_t begin_copy(const ApiCall& call, u64 symbol_bytes, u64 bytes, u64 offset) {
  if (call.machine.module == nullptr) {
    return call.fail(cudaErrorInitializationError);  // in a constructor, before there are devices
  }
  if (const cudaError_t error = call.check_stream(); error != cudaSuccess) {
    return error;
  }
  call.machine.streams.finish_all();
  const u64 left = symbol_bytes - std::min(offset, symbol_bytes);
  return bytes > left || offset > symbol_bytes
             ? call.fail(cudaErrorInvalidValue, SymbolTooSmall{bytes, left})
             : call.sticky();
}

}  // namespace

cudaError_t copy_to_symbol(void* symbol, std::size_t symbol_bytes, const void* from,
                           std::size_t bytes, std::size_t offset, cudaStream_t stream) {
  const ApiCall call("cudaMemcpyToSymbol", __builtin_return_address(0), stream);
  if (const auto error = begin_copy(call, symbol_bytes, bytes, offset); error != cudaSuccess) {
    return error;
  }
  call.machine.module->mark_device_variable(reinterpret_cast<u64>(symbol));
  transfer(call.machine, static_cast<char*>(symbol) + offset, from, bytes);
  return cudaSuccess;
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_bytes,
                             std::size_t bytes, std::size_t offset, cudaStream_t stream) {
  const ApiCall call("cudaMemcpyFromSymbol", __builtin_return_address(0), stream);
  if (const auto error = begin_copy(call, symbol_bytes, bytes, offset); error != cudaSuccess) {
    return error;
  }
  transfer(call.machine, to, static_cast<const char*>(symbol) + offset, bytes);
  return cudaSuccess;
}

void* address_of_symbol(const void* symbol) {
  current_machine().module->give_address(reinterpret_cast<u64>(symbol));
  return const_cast<void*>(symbol);
}

}  // namespace simt

using namespace simt;

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  SIMT_API_CALL();
  return copy(call, to, from, bytes, kind);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return copy(call, to, from, bytes, kind);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  SIMT_API_CALL();
  return copy_rows(call, to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return copy_rows(call, to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* how) {
  SIMT_API_CALL();
  return copy_slices(call, *how);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* how, cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return copy_slices(call, *how);
}

cudaError_t cudaMemset(void* pointer, int byte, size_t bytes) {
  SIMT_API_CALL();
  return set_memory(call, pointer, byte, bytes);
}

cudaError_t cudaMemsetAsync(void* pointer, int byte, size_t bytes, cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return set_memory(call, pointer, byte, bytes);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int byte, size_t width, size_t height) {
  SIMT_API_CALL();
  return set_rows(call, pointer, pitch, byte, width, height);
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return set_rows(call, pointer, pitch, byte, width, height);
}

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int byte, cudaExtent extent) {
  SIMT_API_CALL();
  return set_slices(call, memory, byte, extent);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int byte, cudaExtent extent,
                              cudaStream_t stream) {
  SIMT_API_CALL_IN(stream);
  return set_slices(call, memory, byte, extent);
}
