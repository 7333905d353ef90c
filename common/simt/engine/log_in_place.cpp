// What modules call where shim/log_in_place.h logs in place of hooks, and a hook that has to be
// called either way.
#include <algorithm>

#include "common/simt/engine/fibers.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane_log.h"

namespace simt {
namespace {

// An address that a type's alignment forbids: g++ splits an access to one that it knows while it
// compiles, as of &tile[1] for a float4.
struct MisalignedUse {
  const char* file;
  u32 line, column;
  const void* type;
  unsigned char log_of_alignment;
  unsigned char use;  // 0: a load, 1: a store; others make an address or use a member
};

void log_misaligned(const MisalignedUse& use, const void* address, const void* place) {
  const u32 kind = std::min<u32>(use.log_of_alignment, 4);
  if (use.use == 0) {
    log_access(address, kind, place);
  } else if (use.use == 1) {
    log_written(address, kind, place);
  }
}

}  // namespace

extern "C" void __ubsan_handle_type_mismatch_v1(const MisalignedUse* use, const void* address) {
  log_misaligned(*use, address, __builtin_return_address(0));
}

#if defined(__x86_64__)
#define SIMT_EACH_OF_16(move) ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n" move "\n.endr"
// While it exists: the registers of the SSE, where modules keep variables.
struct KeptRegisters {
  KeptRegisters() {
    asm volatile(SIMT_EACH_OF_16("movaps %%xmm\\n, 16*\\n(%0)") : : "r"(kept) : "memory");
  }
  ~KeptRegisters() {
    asm volatile(SIMT_EACH_OF_16("movaps 16*\\n(%0), %%xmm\\n") : : "r"(kept) : "memory");
  }
  alignas(16) char kept[256];
};

extern "C" __attribute__((force_align_arg_pointer)) void simt_log_is_full() {
  const KeptRegisters kept;
  log_is_full();
}
extern "C" __attribute__((force_align_arg_pointer)) void simt_log_misaligned(
    const MisalignedUse* use, const void* address, const void* place) {
  const KeptRegisters kept;
  log_misaligned(*use, address, place);
}
static_assert(offsetof(Hot, log) == 0 && offsetof(Hot, logged) == 8 &&
              offsetof(Hot, capacity) == 12 && offsetof(Hot, writes) == 24 &&
              offsetof(Hot, write_list) == 32 && offsetof(LaneLog, code) == 2112);
#endif

}  // namespace simt
