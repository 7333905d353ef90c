// The hooks that -fsanitize=thread calls in student code: each memory access is appended to the
// lane's log.
#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/device_functions.h"
#include "common/simt/engine/fibers.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/shim/ptx_functions.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/launch_state.h"

namespace {

using namespace simt;

// Always inlined, because we need the hook's own return address.
SIMT_INLINE void log(const void* address, u32 kind) {
  log_access(address, kind, __builtin_return_address(0));
}

SIMT_INLINE void log_write(const void* address, u32 kind) {
  log_written(address, kind, __builtin_return_address(0));
}

// Nothing to find there, and nothing to count.
bool is_local(const void* address, u64 bytes) {
  return hot.lane != nullptr && hot.lane->owns(address, bytes);
}

template <class Log>
SIMT_INLINE void log_range(Log log, const void* address, u64 bytes, bool words) {
  if (is_local(address, bytes)) {
    return;
  }
  for (u64 offset = 0; offset < bytes; offset += words ? 4 : 1) {
    log(static_cast<const char*>(address) + offset, words ? 2 : 0);
  }
}

// Structs arrive as one range; GPUs move them in words, and in bytes if the range is not made of
// words.
bool are_words(const void* address, u64 bytes) {
  return (reinterpret_cast<u64>(address) | bytes) % 4 == 0;
}

// The arguments that are pointers.
template <class... Arguments>
SIMT_INLINE void log_results(Arguments... arguments) {
  const auto log_result = [](auto argument) __attribute__((always_inline)) {
    if constexpr (std::is_pointer_v<decltype(argument)>) {
      log_range(log_write, argument, sizeof *argument, are_words(argument, sizeof *argument));
    }
  };
  (log_result(arguments), ...);
}

}  // namespace

extern "C" {

void __tsan_init() {}
// A GPU's thread has a kilobyte of stack for recursion. Beyond: the same as where ours ends.
void __tsan_func_entry(void* caller) {
  if (hot.lane == nullptr) {
    return;
  }
  if (hot.lane->calls == 0 && running.launch->seeks_kernel) {
    find_kernel(__builtin_return_address(0));
  }
  if (++hot.lane->calls > kMostCalls) {
    char* const below = hot.lane->stack_low - 1;
    log_access(below, kWriteBit, caller);  // the fault's place
    *static_cast<volatile char*>(below) = 0;
  }
}
void __tsan_func_exit() {
  if (hot.lane != nullptr) {
    --hot.lane->calls;
  }
}

#define SIMT_HOOK_PAIR(note, name, bytes, kind)                       \
  void __tsan_##name##read##bytes(void* p) {                          \
    note(access_code(__builtin_return_address(0), kind));             \
    log(p, kind);                                                     \
  }                                                                   \
  void __tsan_##name##write##bytes(void* p) {                         \
    note(access_code(__builtin_return_address(0), kind | kWriteBit)); \
    log_write(p, kind);                                               \
  }
#define SIMT_HOOKS(bytes, kind)                          \
  SIMT_HOOK_PAIR(void, , bytes, kind)                    \
  SIMT_HOOK_PAIR(void, unaligned_, bytes, kind)          \
  SIMT_HOOK_PAIR(volatiles.note, volatile_, bytes, kind) \
  SIMT_HOOK_PAIR(volatiles.note, unaligned_volatile_, bytes, kind)
SIMT_HOOKS(1, 0)
SIMT_HOOKS(2, 1)
SIMT_HOOKS(4, 2)
SIMT_HOOKS(8, 3)
SIMT_HOOKS(16, 4)

void __tsan_vptr_read(void** p) {
  log(p, 3);
}
void __tsan_vptr_update(void** p, void*) {
  log_write(p, 3);
}

// Before an integer division by zero. Not all processors signal one.
void __ubsan_handle_divrem_overflow(const void*, u64, u64) {
  std::raise(SIGFPE);
}

void __tsan_read_range(void* p, unsigned long bytes) {
  log_range(log, p, bytes, are_words(p, bytes));
}
void __tsan_write_range(void* p, unsigned long bytes) {
  log_range(log_write, p, bytes, are_words(p, bytes));
}

void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  if (bytes == 16) {
    log(from, 4);
    log_write(to, 4);
  } else {
    log_range(log, from, bytes, are_words(from, bytes));
    log_range(log_write, to, bytes, are_words(to, bytes));
  }
  return std::memcpy(to, from, bytes);
}

#define SIMT_COPY(name, copy, may_be_words)                               \
  void* name(void* to, const void* from, unsigned long bytes) {           \
    log_range(log, from, bytes, may_be_words&& are_words(from, bytes));   \
    log_range(log_write, to, bytes, may_be_words&& are_words(to, bytes)); \
    return std::copy(to, from, bytes);                                    \
  }
SIMT_COPY(__tsan_memmove, memmove, true)

void* __tsan_memset(void* to, int byte, unsigned long bytes) {
  if (bytes == 16) {
    log_write(to, 4);
  } else {
    log_range(log_write, to, bytes, are_words(to, bytes));
  }
  return std::memset(to, byte, bytes);
}

// g++ has no hooks for these: its modules are linked with --wrap, which renames their calls. The
// alignment of the pointers is unknown, so nvcc copies byte by byte.
SIMT_COPY(__wrap_memcpy, memcpy, false)
SIMT_COPY(__wrap_memmove, memmove, false)

void* __wrap_memset(void* to, int byte, unsigned long bytes) {
  log_range(log_write, to, bytes, false);
  return std::memset(to, byte, bytes);
}

// The C library's functions that store a second result. Declared here: <cmath> has a log, too.
#define SIMT_RESULT_BESIDE(type, name, parameters, ...) \
  type name parameters;                                 \
  type __wrap_##name parameters {                       \
    log_results(__VA_ARGS__);                           \
    return name(__VA_ARGS__);                           \
  }
SIMT_RESULT_BESIDE(double, modf, (double x, double* whole), x, whole)
SIMT_RESULT_BESIDE(float, modff, (float x, float* whole), x, whole)
SIMT_RESULT_BESIDE(double, frexp, (double x, int* exponent), x, exponent)
SIMT_RESULT_BESIDE(float, frexpf, (float x, int* exponent), x, exponent)
SIMT_RESULT_BESIDE(double, remquo, (double x, double y, int* quotient), x, y, quotient)
SIMT_RESULT_BESIDE(float, remquof, (float x, float y, int* quotient), x, y, quotient)
SIMT_RESULT_BESIDE(void, sincos, (double x, double* sine, double* cosine), x, sine, cosine)
SIMT_RESULT_BESIDE(void, sincosf, (float x, float* sine, float* cosine), x, sine, cosine)

}  // extern "C"

namespace simt {
namespace {

// A thread starts copies from global to shared memory and waits for them later. Until then their
// bytes are kept here, and their target holds a NaN that no arithmetic produces, to expose threads
// that do not wait.
constexpr u32 kUnderWay = 0x7fc0ffeeu;

bool is_under_way(const AsyncCopy& copy) {
  for (u32 at = 0; at < copy.bytes; at += sizeof kUnderWay) {
    if (std::memcmp(static_cast<char*>(copy.to) + at, &kUnderWay, sizeof kUnderWay) != 0) {
      return false;
    }
  }
  return true;
}

// If another thread stored there in the meantime, the result on a GPU is unknown: it stays a NaN.
void land(const AsyncCopy& copy) {
  const bool is_same = std::memcmp(copy.to, copy.bytes_kept, copy.bytes) == 0;
  if (is_same || is_under_way(copy)) {
    std::memcpy(copy.to, copy.bytes_kept, copy.bytes);
  } else {
    std::memset(copy.to, 0xff, copy.bytes);
  }
}

}  // namespace

// Called at the copy's place in the source: reads and writes there.
void start_copy(void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  if (hot.lane != nullptr) {
    start_copy_at(to, from, bytes, zeros, __builtin_return_address(0));
  }
}

void start_copy_at(void* to, const void* from, std::size_t bytes, std::size_t zeros,
                   const void* place) {
  const u32 kind = bytes == 16 ? 4 : bytes == 8 ? 3 : 2;
  const auto log_here = [place](const void* address, u32 each) {
    log_access(address, each, place);
  };
  if (zeros == 0) {
    log_here(from, kind);
  } else {
    log_range(log_here, from, bytes - zeros, true);
  }
  log_written(to, kind, place);
  const AccessCode code = access_code(place, kind | kWriteBit);
  AsyncCopy copy{
      to, code, static_cast<u32>(bytes), hot.lane->copy_groups, count_shared_loads(hot.lane), {}};
  std::memcpy(copy.bytes_kept, from, bytes - zeros);
  for (u64 at = 0; at < bytes; at += sizeof kUnderWay) {
    std::memcpy(static_cast<char*>(to) + at, &kUnderWay, sizeof kUnderWay);
  }
  hot.lane->copies.push_back(copy);
  running.copies = true;
}

void end_copy_group() {
  if (hot.lane != nullptr) {
    ++hot.lane->copy_groups;
  }
}

void wait_for_copies(std::size_t groups) {
  if (hot.lane == nullptr) {
    return;
  }
  std::vector<AsyncCopy>& copies = hot.lane->copies;
  const auto under_way = std::find_if(copies.begin(), copies.end(), [&](const AsyncCopy& copy) {
    return copy.group + groups >= hot.lane->copy_groups;
  });
  const u64 loads = count_shared_loads(hot.lane);
  for (auto copy = copies.begin(); copy != under_way; ++copy) {
    land(*copy);
    multiprocessor().note_copy(copy->bytes, loads > copy->loads);
  }
  copies.erase(copies.begin(), under_way);
}

// Another iteration of the loop that calls it.
int log_round(int yes) {
  if (hot.lane != nullptr) {
    log(nullptr, kRound);
  }
  return yes;
}

}  // namespace simt
