// Bounds of shared variables. They are adjacent in memory, so an overrun hits a neighbour; the
// module's symbols tell where each begins and ends.
#pragma once

#include <map>

#include "common/facts/finding.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/request.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

class SharedBounds {
 public:
  SharedBounds(const BlockView& view, FindingLog* findings) : view_(view), findings_(*findings) {}

  void begin_launch(SiteTable* sites);
  // Whether the access stays in a variable, or in the launch's dynamic shared memory.
  bool check(SiteRecord* site, AccessCode code, u64 address, u32 thread) {
    return (address >= site->home_begin && address + access_bytes(code) <= site->home_end) ||
           check_elsewhere(site, code, address, thread);
  }
  // The variable of a site that has none yet: the one that most of the request's lanes access.
  void find_home(SiteRecord* site, const Request& request) const;
  // Whether the access is just before all shared memory, by a site that has a variable there: a
  // finding, which is noted.
  bool is_before_all(const SiteRecord& site, AccessCode code, u64 address, u32 thread);
  // Judges the recorded strays. Returns the bytes of the static variables that the launch touched.
  u64 end_launch(SiteTable* sites);
  void clear() { strays_.clear(); }

 private:
  // A site of one variable that also accessed another. Judged at the end of the launch, because a
  // site may legally use two variables (a pointer to either of two buffers).
  struct Stray {
    u64 nearest = 0, farthest = 0;  // distance of the accesses from the home's edge, in bytes
    bool above = false, mixed = false;
    u64 count = 0;
    BadAccess first;
  };

  void settle_in(const Variable& variable, SiteRecord* site) const;
  bool check_elsewhere(SiteRecord* site, AccessCode code, u64 address, u32 thread);
  void note_past_all(const SiteRecord& site, AccessCode code, u64 address, u32 thread);
  void note_stray(const SiteRecord& site, AccessCode code, u64 address, u32 thread);
  BadAccess outside_home(const SiteRecord& site, AccessCode code, u64 address, u32 thread,
                         Flaw flaw) const;

  const BlockView& view_;
  FindingLog& findings_;
  std::map<AccessCode, Stray> strays_;
};

}  // namespace simt
