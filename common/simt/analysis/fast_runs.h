// The addresses of a warp's lanes as a few runs, and their cost in memory. Only for
// fast_request.cpp, which is compiled for more than one processor: so its names are local.
#pragma once

#include <algorithm>

#include "common/simt/analysis/fast_tables.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane_log.h"

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
  u64 last_byte(u64 bytes) const { return address + accesses() * bytes - 1; }
  u32 step() const { return broadcast || repeated ? 0 : 1; }  // from reader to reader
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

// Four entries of a log, which need no alignment.
typedef u64 FourEntries __attribute__((vector_size(32), aligned(8), may_alias));

bool are_equal(const LaneLog* logs, const LaneLog& first, u32 lanes, u32 entries) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const AccessCode* code = logs[__builtin_ctz(lanes)].code;
    AccessCode differences = 0;
    for (u32 e = 0; e < entries; ++e) {  // without an early end: faster than memcmp
      differences |= code[e] ^ first.code[e];
    }
    if (differences != 0) {
      return false;
    }
  }
  return true;
}

void compare_neighbours(Requests* requests) {
  for (u32 e = 0; e < requests->count; e += 4) {
    const auto addresses = [&](u32 lane) -> const FourEntries& {
      return *reinterpret_cast<const FourEntries*>(&requests->logs[lane].address[e]);
    };
    FourEntries bytes, same = {}, next = {};
    for (u32 i = 0; i < 4; ++i) {
      bytes[i] = access_bytes(requests->code[e + i]);
    }
    FourEntries here = addresses(31);
#pragma GCC unroll 31
    for (u32 lane = 31; lane > 0; --lane) {
      const FourEntries before = addresses(lane - 1);
      same += same - FourEntries(here == before);
      next += next - FourEntries(here - before == bytes);
      here = before;
    }
    *reinterpret_cast<FourEntries*>(&requests->neighbours[e]) = same << 33 | next << 1;
  }
}

// False if there are too many, or an address is misaligned.
template <u32 kBytes>
bool find_runs(const FastAccess& access, Runs* runs) {
  const u64 neighbours = access.of.neighbours[access.entry];
  const u32 pairs = access.lanes() & access.lanes() << 1;  // both lanes take part
  const u32 same = static_cast<u32>(neighbours >> 32) & pairs;
  const u32 next = static_cast<u32>(neighbours) & pairs;
  for (u32 i = 0; i < 32;) {
    if ((access.lanes() >> i & 1) == 0) {  // seldom: as a branch it takes no time
      ++i;
      continue;
    }
    const u64 address = access.of.logs[i].address[access.entry];
    const bool broadcast = (same >> i >> 1 & 1) != 0;
    const u32 followers = (broadcast ? same : next) >> i >> 1;
    const u32 lanes = 1 + static_cast<u32>(__builtin_ctz(~followers));
    if (address % kBytes != 0 || !runs->add({address, i, lanes, broadcast, false})) {
      return false;
    }
    i += lanes;
  }
  return true;
}

// Whether two runs touch the same unit of memory: sectors, or single bytes.
template <u32 kBytes, u32 kUnit>
bool any_overlap(const Runs& runs) {
  for (int k = 1; k < runs.count; ++k) {
    for (int j = 0; j < k; ++j) {
      const LaneRun &one = runs.run[j], &other = runs.run[k];
      if (one.address / kUnit <= other.last_byte(kBytes) / kUnit &&
          other.address / kUnit <= one.last_byte(kBytes) / kUnit) {
        return true;
      }
    }
  }
  return false;
}

// Runs that do not overlap.
template <u32 kBytes>
void count_sectors(const Runs& runs, u64* sectors, u64* ideal) {
  u32 bytes = 0;
  for (int k = 0; k < runs.count; ++k) {
    const LaneRun& run = runs.run[k];
    *sectors += run.last_byte(kBytes) / 32 - run.address / 32 + 1;
    bytes += run.accesses() * kBytes;
  }
  *ideal += (bytes + 31) / 32;
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
  const auto begin = runs.run, end = runs.run + runs.count;
  const auto broadcasts = std::count_if(begin, end, [](auto& run) { return run.broadcast; });
  if (broadcasts == 0 &&
      std::all_of(begin, end, [](auto& run) { return run.lanes % (128 / kBytes) == 0; })) {
    return kBytes / 4;
  }
  return broadcasts == runs.count && !runs.any_repeated ? broadcast_wavefronts<kBytes>(runs) : 0;
}

}  // namespace
}  // namespace simt
