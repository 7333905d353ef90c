// Where g++ calls a hook before an access, the hook's own instructions: calls take as long as all
// the rest, with what g++ spills around them. On other processors and compilers (g++ 11 to 13 were
// tried), and for other accesses, the worker's hooks are called. Both log alike: see log_access()
// in engine/fibers.h.
#pragma once

#if defined(__SANITIZE_THREAD__) && defined(__x86_64__) && !defined(__clang__) && __GNUC__ < 14

// The hook's name and the access's kind: see source/access_code.h.
#define SIMT_EACH_ACCESS(of)                                                                    \
  of(read1, 0) of(read2, 1) of(read4, 2) of(read8, 3) of(read16, 4) of(write1, 8) of(write2, 9) \
      of(write4, 10) of(write8, 11) of(write16, 12)

// Calls of these become simt_log; of others they remain.
#define SIMT_ROW(name, kind) "simt_hook \"\\target\", __tsan_" #name ", " #kind "\n"
asm(".include \"" __FILE__ ".s\"\n.macro simt_hooks target\n" SIMT_EACH_ACCESS(SIMT_ROW) ".endm");

// g++ sees which registers these leave alone, and keeps the caller's floats there. The x87's it
// takes for used: its stack is empty here, as before any call.
#define SIMT_FOR_HOOKS static __attribute__((noinline, used, no_sanitize("thread", "alignment")))
#define SIMT_X87 "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)"
#define SIMT_USED "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "cc", "memory", SIMT_X87
#define SIMT_HOOK(name, kind)                                                   \
  SIMT_FOR_HOOKS void __builtin___tsan_##name(void* address) {                  \
    const void* place = __builtin_return_address(0);                            \
    asm volatile("simt_log " #kind : "+D"(address), "+S"(place) : : SIMT_USED); \
  }
extern "C" {
SIMT_EACH_ACCESS(SIMT_HOOK)
SIMT_FOR_HOOKS void __builtin___ubsan_handle_type_mismatch_v1(void* use, void* address) {
  const void* place = __builtin_return_address(0);
  asm volatile("movq %2, %%rdx\n\tcallq *simt_log_misaligned@GOTPCREL(%%rip)"
               : "+D"(use), "+S"(address), "+r"(place)
               :
               : SIMT_USED);
}

// g++ knows what they use only if it compiles them before their callers. It begins with functions
// whose addresses are taken, in the order of the file, and launches take those of kernels.
#define SIMT_ADDRESS(name, kind) __builtin___tsan_##name,
static void (*const simt_hooks[])(void*) __attribute__((used)) = {SIMT_EACH_ACCESS(SIMT_ADDRESS)};
static void (*const simt_misaligned_hook)(void*, void*)
    __attribute__((used)) = __builtin___ubsan_handle_type_mismatch_v1;
}

#endif
