// Atomics of kernels: logged as such, and executed immediately.
#include "common/simt/shim/atomic_functions.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/fibers.h"
#include "common/simt/engine/machine.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/launch_state.h"

namespace simt {
namespace {

// Replaces the value by update(value); returns the old one. All lanes are in one OS thread.
template <class T, class Update>
T change(T* address, Update update) {
  return std::exchange(*address, update(*address));
}

// Whether a place with that value holds a sum, unlike a counter, a number of a thread or the state
// of a lock.
template <class T>
bool is_of_sum(const T* place, T value) {
  if constexpr (std::is_same_v<T, float>) {
    return true;
  }
  const bool has_bits_of_one = sizeof(T) == 4 && (u32(value) >> 23 & 0xFF) > 0;  // of a float
  return has_bits_of_one || current_machine().arena.is_in_result(reinterpret_cast<u64>(place));
}

void log_atomic(const void* address, u32 kind, const void* from) {
  if (hot.lane != nullptr && std::exchange(hot.lane->in_block_scope, false)) {
    block_atomics.note(access_code(from, kind));
  }
  log_access(address, kind, from);
}

template <class T>
void log_swap(const T* address, const void* from) {
  if (sizeof(T) == 8) {
    wide_swaps.note(access_code(from, kAtomic8));
  }
  log_atomic(address, sizeof(T) == 4 ? kSwap4 : kAtomic8, from);
}

// Functions on bits, which put a value into a sum that was read before: there they are no update.
// One that changes nothing is a read, and one that changes one bit is of a set of flags.
template <class T>
bool puts_bits(const T* place, T value, std::string_view function) {
  const bool is_and = function == "atomicAnd";
  if (sizeof(T) != 4 || (!is_and && function != "atomicOr" && function != "atomicXor")) {
    return false;
  }
  const bool holds_float = (u32(*place) >> 23 & 0xFF) > 0;
  return holds_float && std::popcount(is_and ? ~u32(value) : u32(value)) > 1 &&
         current_machine().arena.is_in_result(reinterpret_cast<u64>(place));
}

// An exchange stores whatever another thread has added to a sum: there it is no update.
template <class T>
void log_update(const T* address, T value, std::string_view function, const void* from) {
  if ((function == "atomicExch" && is_of_sum(address, value)) ||
      puts_bits(address, value, function)) {
    const u32 kind = sizeof(T) == 4 ? 2 : 3;
    exchanges.insert(access_code(from, kind | kWriteBit));
    log_written(address, kind, from);
  } else {
    log_atomic(address, sizeof(T) == 4 ? kAtomic4 : kAtomic8, from);
  }
}

// Whether another thread comes between a read and the swap that depends on it: it may always. Here
// each one that has swapped a sum does so once, and once another block that has held a lock.
bool comes_between(u64 address, bool of_sum) {
  LaunchState* const launch = running.launch;
  const bool is_global =
      current_machine().arena.contains(address) || current_machine().variables.contains(address);
  const uint3& block = running.block;
  const dim3& grid = launch->config->grid;
  const u64 block_number = (u64{block.z} * grid.y + block.y) * grid.x + block.x + 1;
  const u64 thread = block_number << 16 | hot.lane->thread;
  // All blocks have their shared memory at one address.
  LaunchState::Swaps& swaps = launch->swaps[is_global ? address : address ^ block_number << 47];
  const bool is_of_other_block = is_global && swaps.last >> 16 != block_number;
  const u32 others = swaps.last == thread ? 0 : of_sum ? swaps.threads : is_of_other_block;
  if (hot.lane->swap_failures < std::min(others, swaps.threads)) {
    ++hot.lane->swap_failures;
    return true;
  }
  swaps.threads += swaps.last != thread;
  swaps.last = thread;
  return false;
}

// Whether another thread has come between: then this lane loses its part of a sum, unless it tries
// again.
template <class T>
bool fails_to_swap(Lane* lane, T* place, T compare, const void* from) {
  const u64 address = reinterpret_cast<u64>(place);
  if (lane->swap_place != address) {
    lane->swap_place = address;
    lane->swap_failures = 0;
  }
  if (lane->failed_swap == address) {
    lane->failed_swap = 0;
  }
  if (*place != compare) {
    return false;
  }
  const bool of_sum = is_of_sum(place, compare);
  const bool fails = comes_between(address, of_sum);
  if (fails && of_sum && lane->failed_swap == 0) {
    lane->failed_swap = address;
    lane->swap_at = access_code(from, kSwap4);
  }
  return fails;
}

template <class T>
T compare_and_swap(T* place, T compare, T value, const void* from) {
  if (hot.lane != nullptr && fails_to_swap(hot.lane, place, compare, from)) {
    return compare ^ 1;
  }
  return change(place, [=](T old) { return old == compare ? value : old; });
}

// What each function leaves where `old` was. Sums of int wrap around, as on a GPU.
template <class T>
T after_atomicAdd(T old, T value) {
  return old + value;
}
int after_atomicAdd(int old, int value) {
  return int(unsigned(old) + unsigned(value));
}
template <class T>
T after_atomicSub(T old, T value) {
  return T(unsigned(old) - unsigned(value));
}
template <class T>
T after_atomicExch(T, T value) {
  return value;
}
template <class T>
T after_atomicMin(T old, T value) {
  return value < old ? value : old;
}
template <class T>
T after_atomicMax(T old, T value) {
  return old < value ? value : old;
}
template <class T>
T after_atomicAnd(T old, T value) {
  return old & value;
}
template <class T>
T after_atomicOr(T old, T value) {
  return old | value;
}
template <class T>
T after_atomicXor(T old, T value) {
  return old ^ value;
}
unsigned after_atomicInc(unsigned old, unsigned value) {
  return old >= value ? 0 : old + 1;
}
unsigned after_atomicDec(unsigned old, unsigned value) {
  return old == 0 || old > value ? value : old - 1;
}

float add_element(float* address, float value, const void* return_address) {
  log_access(address, kAtomic4, return_address);
  return change(address, [value](float old) { return old + value; });
}

}  // namespace

void begin_scope_of_block() {
  if (hot.lane != nullptr) {
    hot.lane->in_block_scope = true;
  }
}

// Recorded as an update of the word that holds it.
unsigned update_narrow(void* address, unsigned bytes, unsigned (*update)(unsigned, unsigned),
                       unsigned value) {
  const u64 inside = bytes < 4 ? 3 : 0;
  if (hot.lane != nullptr) {
    log_atomic(reinterpret_cast<const void*>(reinterpret_cast<u64>(address) & ~inside), kAtomic4,
               __builtin_return_address(0));
  }
  u32 old = 0;
  std::memcpy(&old, address, bytes);
  const u32 changed = update(old, value);
  std::memcpy(address, &changed, bytes);
  return old;
}

}  // namespace simt

using namespace simt;

// The return address is the student's call, so each function logs by itself.
#define SIMT_ATOMIC(type, name)                                                     \
  type name(type* address, type value) {                                            \
    log_update(address, value, #name, __builtin_return_address(0));                 \
    return change(address, [value](type old) { return after_##name(old, value); }); \
  }
#define SIMT_SWAP(type)                                     \
  type atomicCAS(type* address, type compare, type value) { \
    const void* const from = __builtin_return_address(0);   \
    log_swap(address, from);                                \
    return compare_and_swap(address, compare, value, from); \
  }
#include "common/simt/shim/atomic_functions.table"

// Each element by itself, as on a GPU.
float2 atomicAdd(float2* address, float2 value) {
  const void* from = __builtin_return_address(0);
  auto* const at = reinterpret_cast<float*>(address);
  return {add_element(at, value.x, from), add_element(at + 1, value.y, from)};
}

float4 atomicAdd(float4* address, float4 value) {
  const void* from = __builtin_return_address(0);
  auto* const at = reinterpret_cast<float*>(address);
  return {add_element(at, value.x, from), add_element(at + 1, value.y, from),
          add_element(at + 2, value.z, from), add_element(at + 3, value.w, from)};
}
