// Compiled once for every processor and once for AVX2, which is chosen at run time. Everything here
// but the entry is local to the file, so that no AVX2 code is linked into other files.
#include "common/simt/fast_request.h"

#ifdef __AVX2__
#include <immintrin.h>
#define SIMT_FAST_REQUEST fast_request_avx2
#else
#define SIMT_FAST_REQUEST fast_request_portable
#endif

namespace simt {
namespace {

constexpr int kMaxRuns = 4;

// Lanes next to each other that access the same address, or each the next one.
struct Run {
  u64 address;
  u32 lane, lanes;
  bool broadcast;
  bool repeated;  // other lanes access the same

  u32 accesses() const { return broadcast ? 1 : lanes; }
  bool same_as(const Run& other) const {
    return address == other.address && broadcast == other.broadcast &&
           (broadcast || lanes == other.lanes);
  }
};

struct Runs {
  Run run[kMaxRuns];
  int count = 0;
  bool any_repeated = false;

  // False if there are too many. A run like an earlier one is noted with that.
  bool add(const Run& next) {
    for (int k = 0; k < count; ++k) {
      if (run[k].same_as(next)) {
        run[k].repeated = any_repeated = true;
        return true;
      }
    }
    if (count == kMaxRuns) {
      return false;
    }
    run[count++] = next;
    return true;
  }
};

u32 smaller(u32 a, u32 b) {
  return a < b ? a : b;
}

// Bit i: lane i accesses the same address as lane i - 1, or the next one. False if misaligned.
template <u32 kBytes>
bool compare_neighbours(const u32* low, u32* same, u32* next) {
#ifdef __AVX2__
  const __m256i step = _mm256_set1_epi32(kBytes);
  __m256i all = _mm256_setzero_si256();
  for (int g = 0; g < 4; ++g) {
    const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + 8 * g));
    const __m256i before = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + 8 * g - 1));
    const __m256i equal = _mm256_cmpeq_epi32(here, before);
    const __m256i after = _mm256_cmpeq_epi32(here, _mm256_add_epi32(before, step));
    *same |= static_cast<u32>(_mm256_movemask_ps(_mm256_castsi256_ps(equal))) << (8 * g);
    *next |= static_cast<u32>(_mm256_movemask_ps(_mm256_castsi256_ps(after))) << (8 * g);
    all = _mm256_or_si256(all, here);
  }
  return _mm256_testz_si256(all, _mm256_set1_epi32(kBytes - 1)) != 0;
#else
  u32 all = 0;
  for (u32 i = 0; i < 32; ++i) {
    *same |= static_cast<u32>(low[i] == low[static_cast<int>(i) - 1]) << i;
    *next |= static_cast<u32>(low[i] == low[static_cast<int>(i) - 1] + kBytes) << i;
    all |= low[i];
  }
  return all % kBytes == 0;
#endif
}

// False if there are too many, or an address is misaligned.
template <u32 kBytes>
bool find_runs(const FastAccess& access, Runs* runs) {
  u32 same = 0, next = 0;
  if (!compare_neighbours<kBytes>(access.low, &same, &next)) {
    return false;
  }
  for (u32 i = 0; i < 32;) {
    const u32 rest = 31 - i;
    const u32 later_same = rest > 0 ? ~(same >> (i + 1)) : 1;
    const u32 later_next = rest > 0 ? ~(next >> (i + 1)) : 1;
    const u32 equals = smaller(static_cast<u32>(__builtin_ctz(later_same | 1u << 31)), rest);
    const u32 follows = smaller(static_cast<u32>(__builtin_ctz(later_next | 1u << 31)), rest);
    const u32 lanes = 1 + (equals > 0 ? equals : follows);
    if (!runs->add({access.high | access.low[i], i, lanes, equals > 0, false})) {
      return false;
    }
    i += lanes;
  }
  return true;
}

// False if runs overlap.
template <u32 kBytes>
bool count_sectors(const Runs& runs, u32* sectors, u32* ideal) {
  u64 first[kMaxRuns], last[kMaxRuns];
  u32 bytes = 0;
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    first[k] = run.address / 32;
    last[k] = (run.address + u64{run.accesses()} * kBytes - 1) / 32;
    for (int j = 0; j < k; ++j) {
      if (first[k] <= last[j] && last[k] >= first[j]) {
        return false;
      }
    }
    *sectors += static_cast<u32>(last[k] - first[k] + 1);
    bytes += run.accesses() * kBytes;
  }
  *ideal = (bytes + 31) / 32;
  return true;
}

// Up to 4 bytes a lane. False if banks conflict.
bool one_wavefront(const Runs& runs) {
  u32 used = 0;
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    const u32 bank = static_cast<u32>(run.address >> 2) & 31;
    const u32 accesses = run.accesses();
    const u32 ones = accesses == 32 ? ~0u : (1u << accesses) - 1;
    const u32 banks = ones << bank | (bank > 0 ? ones >> (32 - bank) : 0);
    if ((used & banks) != 0) {
      return false;
    }
    used |= banks;
  }
  return true;
}

// 8 and 16 bytes a lane; see count_wavefronts(). 0: not one of the simple cases.
template <u32 kBytes>
u32 wide_wavefronts(const Runs& runs) {
  constexpr u32 kGroups = kBytes / 8;  // lanes in pairs that agree
  const Run &a = runs.run[0], &b = runs.run[1];
  if (runs.count > 2 || (runs.count == 2 && a.broadcast != b.broadcast)) {
    return 0;
  }
  if (runs.any_repeated && (runs.count > 1 || a.broadcast)) {
    return 0;
  }
  if (!a.broadcast) {
    return a.lanes % (128 / kBytes) == 0 ? 2 * kGroups : 0;
  }
  if (runs.count == 1) {
    return kGroups;
  }
  const bool apart = b.lane % (32 / kGroups) == 0 ||
                     (a.address / kBytes) % (128 / kBytes) != (b.address / kBytes) % (128 / kBytes);
  return a.lanes % 2 == 0 && apart ? kGroups : 0;
}

// What a cell holds after a read by `mine` (a thread, or several of one warp). `now`: touches from
// the same time on. See joined() in shadow.h; there are no warp barriers here.
Touch joined_read(Touch before, Touch mine, Touch now) {
  const Touch any = now | kAnyWarp;
  const Touch of_warp = now | (mine & kWarpMask) | kTouchSeveral;
  const bool same_warp = ((before ^ mine) & kWarpMask) == 0 && before != any;
  const Touch merged = same_warp ? of_warp : any;
  return before < now || before == mine ? mine : merged;
}

// By the run's first lane; the next lane's is larger by one_by_one().
Touch reader_of(const Run& run, Touch now, u32 first_thread) {
  return run.broadcast || run.repeated ? now | first_thread | kTouchSeveral
                                       : now | (first_thread + run.lane);
}
u32 one_by_one(const Run& run) {
  return run.broadcast || run.repeated ? 0 : 1;
}

template <u32 kBytes>
bool read_shared(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const Touch* written = t.shared_written + (runs.run[k].address - t.shared_begin) / 4;
    const u32 cells = runs.run[k].accesses() * kCells;
    u32 wrong = 0;
    for (u32 q = 0; q < cells; ++q) {
      wrong |= written[q] - 1 >= now - 1 ? 1 : 0;  // never, or since the barrier
    }
    if (wrong != 0) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    const u64 c = (run.address - t.shared_begin) / 4;
    Touch* read = t.shared_read + c;
    u16* reader = t.shared_reader + c;
    const u32 cells = run.accesses() * kCells;
    const Touch mine = reader_of(run, now, access.first_thread), any = now | kAnyWarp;
    if (cells == 1) {
      const Touch after = joined_read(*read, mine, now);
      if (after != *read) {
        *read = after;
        *reader = site;
      }
      continue;
    }
    const u32 each = one_by_one(run);
    u32 unsettled = 0;
    for (u32 q = 0; q < cells; ++q) {
      unsettled |= read[q] ^ any;
    }
    for (u32 q = 0; unsettled != 0 && q < cells; ++q) {
      read[q] = joined_read(read[q], mine + q / kCells * each, now);
    }
    for (u32 q = 0; unsettled != 0 && q < cells; ++q) {
      reader[q] = site;
    }
  }
  return true;
}

template <u32 kBytes>
bool write_shared(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const u64 c = (runs.run[k].address - t.shared_begin) / 4;
    const u32 cells = runs.run[k].accesses() * kCells;
    u32 wrong = runs.run[k].broadcast ? 1 : 0;
    for (u32 q = 0; q < cells; ++q) {
      wrong |= (t.shared_written[c + q] >= now ? 1 : 0) | (t.shared_read[c + q] >= now ? 1 : 0);
    }
    if (wrong != 0) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    const u64 c = (run.address - t.shared_begin) / 4;
    const Touch mine = now | (access.first_thread + run.lane);
    for (u32 q = 0; q < run.lanes * kCells; ++q) {
      t.shared_written[c + q] = mine + q / kCells;
      t.shared_value[c + q] = access.values[run.lane + q / kCells];
      t.shared_writer[c + q] = site;
    }
  }
  return true;
}

// As joined_read(), with other blocks about.
GlobalTouch joined_global_read(GlobalTouch before, GlobalTouch mine, u64 first, Touch now) {
  const GlobalTouch several = several_blocks(first >> 32);
  const u64 serial = mine >> 32 << 32;
  const GlobalTouch same_block =
      serial | joined_read(static_cast<Touch>(before), static_cast<Touch>(mine), now);
  const bool other_block = before >> 32 != mine >> 32 || before == several;
  const GlobalTouch recent = other_block ? several : same_block;
  return before < first ? mine : recent;
}

void note_global_read(const FastTables& t, u64 c, GlobalTouch mine, u64 first, Touch now) {
  GlobalTouch before = __atomic_load_n(&t.global.read[c], __ATOMIC_RELAXED);
  for (;;) {
    const GlobalTouch after = joined_global_read(before, mine, first, now);
    if (after == before || __atomic_compare_exchange_n(&t.global.read[c], &before, after, false,
                                                       __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
      return;
    }
  }
}

// Whether all cells were written, before this launch.
bool written_before(const GlobalTouch* written, u32 cells, u64 first) {
  u64 wrong = 0;
  for (u32 q = 0; q < cells; ++q) {
    wrong |= written[q] - 1 >= first - 1 ? 1 : 0;
  }
  return wrong == 0;
}

template <u32 kBytes>
bool read_global(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const u64 first = t.first_serial << 32;
  const GlobalTouch several = several_blocks(t.first_serial);
  const Touch now = t.clock->now << kClockShift;
  for (int k = 0; k < runs.count; ++k) {
    const u64 c = (runs.run[k].address - t.arena_begin) / 4;
    if (!written_before(t.global.written + c, runs.run[k].accesses() * kCells, first)) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    const u64 c = (run.address - t.arena_begin) / 4;
    GlobalTouch* read = t.global.read + c;
    const u32 cells = run.accesses() * kCells;
    u64 unsettled = 0;
    for (u32 q = 0; q < cells; ++q) {
      unsettled |= read[q] ^ several;
    }
    if (unsettled == 0) {
      continue;
    }
    const GlobalTouch mine = t.serial << 32 | reader_of(run, now, access.first_thread);
    const u32 each = one_by_one(run);
    for (u32 q = 0; t.parallel && q < cells; ++q) {
      note_global_read(t, c + q, mine + q / kCells * each, first, now);
    }
    for (u32 q = 0; !t.parallel && q < cells; ++q) {
      read[q] = joined_global_read(read[q], mine + q / kCells * each, first, now);
    }
    for (u32 q = 0; q < cells; ++q) {
      t.global.reader[c + q] = site;
    }
    // Another OS thread that writes now looks at the readers after it: one of both sees the other.
    if (t.parallel && !written_before(t.global.written + c, cells, first)) {
      return false;
    }
  }
  return true;
}

template <u32 kBytes>
bool write_global(const FastTables& t, const Runs& runs, const FastAccess& access, u16 site) {
  constexpr u32 kCells = kBytes / 4;
  const u64 first = t.first_serial << 32;
  const Touch now = t.clock->now << kClockShift;
  const auto read_lately = [&](const Run& run) {
    const u64 c = (run.address - t.arena_begin) / 4;
    u64 lately = 0;
    for (u32 q = 0; q < run.lanes * kCells; ++q) {
      lately |= t.global.read[c + q] >= first ? 1 : 0;
    }
    return lately != 0;
  };
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    const u64 c = (run.address - t.arena_begin) / 4;
    if (run.broadcast || read_lately(run)) {
      return false;
    }
    u64 lately = 0;
    for (u32 q = 0; q < run.lanes * kCells; ++q) {
      lately |= t.global.written[c + q] >= first ? 1 : 0;
    }
    if (lately != 0) {
      return false;
    }
  }
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    const u64 c = (run.address - t.arena_begin) / 4;
    const GlobalTouch mine = t.serial << 32 | now | (access.first_thread + run.lane);
    for (u32 q = 0; q < run.lanes * kCells; ++q) {
      GlobalTouch before = t.global.written[c + q];
      if (!t.parallel) {
        t.global.written[c + q] = mine + q / kCells;
      } else if (before >= first ||
                 !__atomic_compare_exchange_n(&t.global.written[c + q], &before, mine + q / kCells,
                                              false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        return false;  // another OS thread came between; the general way finds the race
      }
      t.global.value[c + q] = access.values[run.lane + q / kCells];
      t.global.writer[c + q] = site;
    }
    if (t.parallel && read_lately(run)) {
      return false;
    }
  }
  return true;
}

template <u32 kBytes, bool kWrite>
bool global_request(const FastTables& t,
                    SiteRecord& site,
                    const FastAccess& access,
                    const Runs& runs) {
  const Extent& extent = t.extents[(runs.run[0].address - t.arena_begin) >> t.slot_shift];
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    if (run.address < extent.begin || run.address + u64{run.accesses()} * kBytes > extent.end) {
      return false;
    }
  }
  u32 sectors = 0, ideal = 0;
  if (!count_sectors<kBytes>(runs, &sectors, &ideal)) {
    return false;
  }
  if (!(kWrite ? write_global<kBytes>(t, runs, access, site.id)
               : read_global<kBytes>(t, runs, access, site.id))) {
    return false;
  }
  ++site.global.requests;
  site.global.sectors += sectors;
  site.global.ideal_sectors += ideal;
  site.global.bytes += 32 * kBytes;
  return true;
}

template <u32 kBytes, bool kWrite>
bool shared_request(const FastTables& t,
                    SiteRecord& site,
                    const FastAccess& access,
                    const Runs& runs) {
  for (int k = 0; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    if (run.address < site.home_begin ||
        run.address + u64{run.accesses()} * kBytes > site.home_end) {
      return false;
    }
  }
  const u32 wavefronts = kBytes == 4 ? u32{one_wavefront(runs)} : wide_wavefronts<kBytes>(runs);
  if (wavefronts == 0 || !(kWrite ? write_shared<kBytes>(t, runs, access, site.id)
                                  : read_shared<kBytes>(t, runs, access, site.id))) {
    return false;
  }
  ++site.shared.requests;
  site.shared.wavefronts += wavefronts;
  site.shared.ideal_wavefronts += wavefronts;
  site.shared.bytes += 32 * kBytes;
  return true;
}

// Then lanes of the warp may race with one another.
bool any_overlap(const Runs& runs, u32 bytes) {
  for (int k = 1; k < runs.count; ++k) {
    const Run& run = runs.run[k];
    for (int j = 0; j < k; ++j) {
      const Run& other = runs.run[j];
      if (run.address < other.address + u64{other.lanes} * bytes &&
          other.address < run.address + u64{run.lanes} * bytes) {
        return true;
      }
    }
  }
  return runs.any_repeated;
}

template <u32 kBytes, bool kWrite>
bool request(const FastTables& t, SiteRecord& site, const FastAccess& access) {
  Runs runs;
  if (!find_runs<kBytes>(access, &runs) || (kWrite && any_overlap(runs, kBytes))) {
    return false;
  }
  return runs.run[0].address - t.arena_begin < t.arena_bytes
             ? global_request<kBytes, kWrite>(t, site, access, runs)
             : shared_request<kBytes, kWrite>(t, site, access, runs);
}

}  // namespace

bool SIMT_FAST_REQUEST(const FastTables& tables, SiteRecord& site, const FastAccess& access) {
  if (!tables.clock->only_block_barriers() || tables.clock->now == kMaxClock) {
    return false;
  }
  switch (access.code & 15) {
    case 2:
      return request<4, false>(tables, site, access);
    case 3:
      return request<8, false>(tables, site, access);
    case 4:
      return request<16, false>(tables, site, access);
    case 2 | kWriteBit:
      return request<4, true>(tables, site, access);
    case 3 | kWriteBit:
      return request<8, true>(tables, site, access);
    case 4 | kWriteBit:
      return request<16, true>(tables, site, access);
  }
  return false;
}

}  // namespace simt
