// What -fsanitize=thread makes student code call: each memory access is appended to the lane's log.
#include <cstring>

#include "common/simt/engine/lane.h"
#include "common/simt/shim/simt_abi.h"

namespace {

using simt::access_code;
using simt::hot;
using simt::kWriteBit;
using simt::u32;
using simt::u64;

// Not functions: the return address wanted is the hook's own.
#define SIMT_LOG(address_, kind_)                                    \
  do {                                                               \
    simt::Hot& h = hot;                                              \
    const u32 entry = h.logged;                                      \
    h.address[entry] = reinterpret_cast<u64>(address_);              \
    h.code[entry] = access_code(__builtin_return_address(0), kind_); \
    h.logged = entry + 1;                                            \
    if (__builtin_expect(entry + 1 >= h.capacity, 0))                \
      simt::log_is_full();                                           \
  } while (false)

#define SIMT_LOG_WRITE(address_, kind_)                                \
  do {                                                                 \
    hot.write_list[hot.writes++] = static_cast<simt::u16>(hot.logged); \
    SIMT_LOG(address_, (kind_) | kWriteBit);                           \
  } while (false)

#define SIMT_LOG_RANGE(log_, address_, bytes_, words_)                                     \
  do {                                                                                     \
    const bool words = words_;                                                             \
    for (u64 offset = 0; offset < (bytes_); offset += words ? 4 : 1) {                     \
      log_(const_cast<char*>(static_cast<const char*>(address_)) + offset, words ? 2 : 0); \
    }                                                                                      \
  } while (false)

// Structs arrive as one range; GPUs move them in words, and in bytes what is no row of words.
bool are_words(const void* address, u64 bytes) {
  return (reinterpret_cast<u64>(address) | bytes) % 4 == 0;
}

}  // namespace

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

#define SIMT_HOOK_PAIR(name, bytes, kind)     \
  void __tsan_##name##read##bytes(void* p) {  \
    SIMT_LOG(p, kind);                        \
  }                                           \
  void __tsan_##name##write##bytes(void* p) { \
    SIMT_LOG_WRITE(p, kind);                  \
  }
#define SIMT_HOOK_BOTH(name, bytes, kind)          \
  void __tsan_##name##read_write##bytes(void* p) { \
    SIMT_LOG(p, kind);                             \
    SIMT_LOG_WRITE(p, kind);                       \
  }
#define SIMT_HOOKS(bytes, kind)                    \
  SIMT_HOOK_PAIR(, bytes, kind)                    \
  SIMT_HOOK_PAIR(unaligned_, bytes, kind)          \
  SIMT_HOOK_PAIR(volatile_, bytes, kind)           \
  SIMT_HOOK_PAIR(unaligned_volatile_, bytes, kind) \
  SIMT_HOOK_BOTH(, bytes, kind)                    \
  SIMT_HOOK_BOTH(unaligned_, bytes, kind)
SIMT_HOOKS(1, 0)
SIMT_HOOKS(2, 1)
SIMT_HOOKS(4, 2)
SIMT_HOOKS(8, 3)
SIMT_HOOKS(16, 4)

void __tsan_vptr_read(void** p) {
  SIMT_LOG(p, 3);
}
void __tsan_vptr_update(void** p, void*) {
  SIMT_LOG_WRITE(p, 3);
}

void __tsan_read_range(void* p, unsigned long bytes) {
  SIMT_LOG_RANGE(SIMT_LOG, p, bytes, are_words(p, bytes));
}
void __tsan_write_range(void* p, unsigned long bytes) {
  SIMT_LOG_RANGE(SIMT_LOG_WRITE, p, bytes, are_words(p, bytes));
}

void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  if (bytes == 16) {
    SIMT_LOG(from, 4);
    SIMT_LOG_WRITE(to, 4);
  } else {
    SIMT_LOG_RANGE(SIMT_LOG, from, bytes, are_words(from, bytes));
    SIMT_LOG_RANGE(SIMT_LOG_WRITE, to, bytes, are_words(to, bytes));
  }
  return std::memcpy(to, from, bytes);
}

void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
  SIMT_LOG_RANGE(SIMT_LOG, from, bytes, are_words(from, bytes));
  SIMT_LOG_RANGE(SIMT_LOG_WRITE, to, bytes, are_words(to, bytes));
  return std::memmove(to, from, bytes);
}

void* __tsan_memset(void* to, int byte, unsigned long bytes) {
  if (bytes == 16) {
    SIMT_LOG_WRITE(to, 4);
  } else {
    SIMT_LOG_RANGE(SIMT_LOG_WRITE, to, bytes, are_words(to, bytes));
  }
  return std::memset(to, byte, bytes);
}

// g++ has no hooks for these: its modules are linked with --wrap, which renames their calls.
// Nothing is known of the pointers' alignment, and so nvcc copies byte by byte.
void* __wrap_memcpy(void* to, const void* from, unsigned long bytes) {
  SIMT_LOG_RANGE(SIMT_LOG, from, bytes, false);
  SIMT_LOG_RANGE(SIMT_LOG_WRITE, to, bytes, false);
  return std::memcpy(to, from, bytes);
}

void* __wrap_memmove(void* to, const void* from, unsigned long bytes) {
  SIMT_LOG_RANGE(SIMT_LOG, from, bytes, false);
  SIMT_LOG_RANGE(SIMT_LOG_WRITE, to, bytes, false);
  return std::memmove(to, from, bytes);
}

void* __wrap_memset(void* to, int byte, unsigned long bytes) {
  SIMT_LOG_RANGE(SIMT_LOG_WRITE, to, bytes, false);
  return std::memset(to, byte, bytes);
}

}  // extern "C"

namespace simt {

// Called where the copy stands in the source: reads and writes there.
void start_copy(void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  if (hot.lane == nullptr) {
    return;
  }
  const u32 kind = bytes == 16 ? 4 : bytes == 8 ? 3 : 2;
  if (zeros == 0) {
    SIMT_LOG(from, kind);
  } else {
    SIMT_LOG_RANGE(SIMT_LOG, from, bytes - zeros, true);
  }
  SIMT_LOG_WRITE(to, kind);
  keep_copy(access_code(__builtin_return_address(0), kind | kWriteBit), to, from, bytes, zeros);
}

// Another round of the loop that it is called in.
int log_round(int yes) {
  if (hot.lane != nullptr) {
    SIMT_LOG(nullptr, simt::kRound);
  }
  return yes;
}

}  // namespace simt
