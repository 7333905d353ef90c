// Compiled once for every processor and once for AVX2, which is chosen at run time. Everything
// except the entry is local to the file, so that no AVX2 code gets into other files.

#include <algorithm>

#include "common/simt/analysis/fast_request.h"
#include "common/simt/analysis/fast_runs.h"
#include "common/simt/analysis/fast_tables.h"
#include "common/simt/analysis/fast_touch.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

#ifdef __AVX2__
#define SIMT_FAST_PATH fast_path_avx2
#else
#define SIMT_FAST_PATH fast_path_portable
#endif

namespace simt {
namespace {

template <u32 kBytes>
bool are_within(const Runs& runs, u64 begin, u64 end) {
  return std::all_of(runs.run, runs.run + runs.count, [=](const LaneRun& run) {
    return run.address >= begin && run.last_byte(kBytes) < end;
  });
}

template <u32 kBytes, bool kWrite>
bool global_request(const FastTables& t, SiteRecord& site, const FastAccess& access,
                    const Runs& runs) {
  const AddressRange& extent = t.extents[(runs.run[0].address - t.arena_begin) >> t.slot_shift];
  if (!are_within<kBytes>(runs, extent.begin, extent.end) || any_overlap<kBytes, 32>(runs) ||
      !(kWrite ? write_global<kBytes>(t, runs, access, site.id)
               : read_global<kBytes>(t, runs, access, site.id))) {
    return false;
  }
  ++site.global.requests;
  count_sectors<kBytes>(runs, &site.global.units, &site.global.ideal_units);
  site.global.bytes += u64{kBytes} * access.lane_count();
  return true;
}

template <u32 kBytes, bool kWrite>
bool shared_request(const FastTables& t, SiteRecord& site, const FastAccess& access,
                    const Runs& runs) {
  u32 wavefronts = 0;
  if constexpr (kBytes == 4) {
    wavefronts = one_wavefront(runs) ? 1 : 0;
  } else if (access.lanes() == ~0u) {
    wavefronts = wide_wavefronts<kBytes>(runs);
  }
  if (wavefronts == 0 || !are_within<kBytes>(runs, site.home_begin, site.home_end) ||
      !(kWrite ? write_shared<kBytes>(t, runs, access, site.id)
               : read_shared<kBytes>(t, runs, access, site.id))) {
    return false;
  }
  ++site.shared.requests;
  site.shared.units += wavefronts;
  site.shared.ideal_units += wavefronts;
  site.shared.bytes += u64{kBytes} * access.lane_count();
  return true;
}

template <u32 kBytes, bool kWrite>
u32 request(const FastTables& t, SiteRecord& site, const FastAccess& access) {
  Runs runs;
  if (!find_runs<kBytes>(access, &runs) ||
      (kWrite && (runs.any_repeated || any_overlap<kBytes, 1>(runs)))) {
    return 0;  // lanes may race with one another
  }
  const bool is_global = runs.run[0].address - t.arena_begin < t.arena_bytes;
  const bool is_recorded = is_global ? global_request<kBytes, kWrite>(t, site, access, runs)
                                     : shared_request<kBytes, kWrite>(t, site, access, runs);
  return is_recorded ? access.lane_count() : 0;
}

u32 fast_request(const FastTables& tables, SiteRecord& site, const FastAccess& access) {
  if (!tables.clock->only_block_barriers()) {
    return 0;
  }
  switch (access.code() & 15) {
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
  return 0;
}

}  // namespace

const FastPath SIMT_FAST_PATH = {are_equal, compare_neighbours, fast_request};

}  // namespace simt
