// The fast path for the usual warp request: all 32 lanes, at most four runs of contiguous or equal
// addresses, in bounds, and nothing wrong. All other requests take the general path, which gives
// the same counts.
#pragma once

#include "common/simt/analysis/site_table.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"

namespace simt {

// What the analysis of a block's requests needs, as plain data.
struct FastTables {
  u64 arena_begin = 0, arena_bytes = 0;
  unsigned slot_shift = 0;
  const AddressRange* extents = nullptr;
  GlobalShadow global;
  u64 first_serial = 0, serial = 0;  // of the launch, of the block
  bool parallel = false;             // several OS threads use the global cells

  u64 shared_begin = 0;
  Touch* shared_written = nullptr;
  Touch* shared_read = nullptr;
  u32* shared_value = nullptr;
  u16* shared_writer = nullptr;
  u16* shared_reader = nullptr;

  const BlockClock* clock = nullptr;
};

struct FastAccess {
  AccessCode code = 0;
  u32 first_thread = 0;
  u64 high = 0;       // upper half of all addresses
  const u32* low;     // lower halves; low[-1] may be read
  const u32* values;  // the memory's content after a write
};

// True: counted and recorded. False: no effect.
using FastRequest = bool (*)(const FastTables&, SiteRecord&, const FastAccess&);

bool fast_request_portable(const FastTables& tables, SiteRecord& site, const FastAccess& access);
bool fast_request_avx2(const FastTables& tables, SiteRecord& site, const FastAccess& access);

// The best version for this processor.
FastRequest fast_request();

}  // namespace simt
