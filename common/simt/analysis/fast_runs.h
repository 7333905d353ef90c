// The addresses of a warp's lanes as a few runs, and their cost in memory. Only for
// fast_request.cpp, which is compiled for more than one processor: so its names are local.
#pragma once

#include "common/simt/analysis/fast_tables.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace simt {
namespace {

constexpr int kMaxRuns = 4;

// Adjacent lanes that access the same address, or consecutive ones.
struct LaneRun {
  u64 address;
  u32 lane, lanes;
  bool broadcast;
  bool repeated;  // other lanes access the same

  u32 accesses() const { return broadcast ? 1 : lanes; }
  bool same_as(const LaneRun& other) const {
    return address == other.address && broadcast == other.broadcast &&
           (broadcast || lanes == other.lanes);
  }
};

struct Runs {
  LaneRun run[kMaxRuns];
  int count = 0;
  bool any_repeated = false;

  // False if there are too many. Marks a run that repeats an earlier one.
  bool add(const LaneRun& next) {
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
    const LaneRun& run = runs.run[k];
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

// Up to 4 bytes per lane. False on bank conflicts.
bool one_wavefront(const Runs& runs) {
  u32 used = 0;
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
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

// 8 and 16 bytes per lane, all broadcasts to an even number of lanes: these agree in pairs, so
// groups are large. 0 if a group has bank conflicts.
template <u32 kBytes>
u32 broadcast_wavefronts(const Runs& runs) {
  constexpr u32 kGroups = kBytes / 8, kGroupLanes = 32 / kGroups;
  u32 used[kGroups] = {};
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    const u32 banks = 1u << (run.address / kBytes % (128 / kBytes));
    for (u32 g = run.lane / kGroupLanes; g <= (run.lane + run.lanes - 1) / kGroupLanes; ++g) {
      if (run.lanes % 2 != 0 || (used[g] & banks) != 0) {
        return 0;
      }
      used[g] |= banks;
    }
  }
  return kGroups;
}

// 8 and 16 bytes per lane; see count_wavefronts(). 0: not a simple case.
template <u32 kBytes>
u32 wide_wavefronts(const Runs& runs) {
  int broadcasts = 0;
  bool whole_groups = true;
  for (int k = 0; k < runs.count; ++k) {
    broadcasts += runs.run[k].broadcast ? 1 : 0;
    whole_groups = whole_groups && runs.run[k].lanes % (128 / kBytes) == 0;
  }
  if (broadcasts == 0 && whole_groups) {
    return kBytes / 4;
  }
  return broadcasts == runs.count && !runs.any_repeated ? broadcast_wavefronts<kBytes>(runs) : 0;
}

}  // namespace
}  // namespace simt
