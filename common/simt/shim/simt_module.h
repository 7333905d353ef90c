// What every module defines: its block of dynamic shared memory, and the function by which the
// runtime finds a thread's copy of the module's shared memory. Included by cuda_runtime.h alone.
#pragma once

#include "simt_abi.h"

// Shared memory is thread-local: all fibers of one OS thread are one block. Hidden, so that the
// compiler reaches it like the module's static shared variables.
extern "C" {
alignas(128)
    __attribute__((visibility("hidden"))) __thread unsigned char simt_dyn[simt::kMaxSharedBytes];

// Makes the calling OS thread's copy exist, and returns its simt_dyn.
__attribute__((visibility("default"), used)) SIMT_GLUE inline void* simt_touch_shared() {
  return simt_dyn;
}
}
