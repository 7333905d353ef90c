#include "common/simt/analysis/shared_bounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/facts/finding.h"
#include "common/simt/shim/simt_abi.h"

namespace simt {

void SharedBounds::begin_launch(SiteTable* sites) {
  sites->for_each([](SiteRecord& site) { site.seen_requests = site.shared.requests; });
}

static void settle(SiteRecord* site, int home, AddressRange range) {
  site->home = home;
  site->home_begin = range.begin;
  site->home_end = range.end;
}

void SharedBounds::settle_in(const Variable& variable, SiteRecord* site) const {
  const u64 begin = view_.shared.begin + variable.offset;
  settle(site, static_cast<int>(&variable - view_.module->shared().data()),
         {begin, begin + variable.bytes});
}

// Outside the site's variable, if that is known.
bool SharedBounds::check_elsewhere(SiteRecord* site, AccessCode code, u64 address, u32 thread) {
  const u32 bytes = access_bytes(code);
  const AddressRange& dynamic = view_.dynamic;
  if (address >= dynamic.begin && address + bytes <= dynamic.begin + kMaxSharedBytes) {
    if (address + bytes > dynamic.end) {
      note_past_all(*site, code, address, thread);
      return false;
    }
    if (site->home_end == 0) {
      settle(site, -1, dynamic);
    }
    return true;
  }
  const Variable* variable = view_.shared_at(address - view_.shared.begin, bytes);
  if (variable == nullptr) {
    note_past_all(*site, code, address, thread);
    return false;
  }
  if (site->home_end == 0) {
    settle_in(*variable, site);
  } else if (site->home >= 0) {
    note_stray(*site, code, address, thread);
  }
  return true;
}

// The variable that most lanes access. Of as many in two, the higher one is meant: who begins
// before the first element is in another variable with the first lanes only.
void SharedBounds::find_home(SiteRecord* site, const Request& request) const {
  if (site->home_end != 0 || view_.module->shared().empty()) {
    return;
  }
  std::vector<u32> lanes(view_.module->shared().size());  // by variable
  for (u32 i = 0; i < request.lanes.count; ++i) {
    const u64 address = request.lanes.address[i];
    const Variable* const variable =
        view_.shared.contains(address)
            ? view_.shared_at(address - view_.shared.begin, request.lanes.bytes)
            : nullptr;
    if (variable != nullptr) {
      ++lanes[static_cast<size_t>(variable - view_.module->shared().data())];
    }
  }
  const Variable* home = nullptr;
  u32 most = 1;
  for (const Variable& each : view_.module->shared()) {
    const u32 own = lanes[static_cast<size_t>(&each - view_.module->shared().data())];
    if (own > most || (own == most && (home == nullptr || each.offset > home->offset))) {
      home = &each;
      most = own;
    }
  }
  if (home != nullptr) {
    settle_in(*home, site);
  }
}

bool SharedBounds::is_before_all(const SiteRecord& site, AccessCode code, u64 address, u32 thread) {
  constexpr u64 kNear = 4096;  // a row of a tile has fewer bytes
  if (site.home < 0 || address >= view_.shared.begin || view_.shared.begin - address > kNear) {
    return false;
  }
  findings_.note(bounds_kind(code), code, [&] {
    return outside_home(site, code, address, thread, Flaw::outside_shared_variable);
  });
  return true;
}

BadAccess SharedBounds::outside_home(const SiteRecord& site, AccessCode code, u64 address,
                                     u32 thread, Flaw flaw) const {
  const Variable& home = view_.module->shared()[static_cast<size_t>(site.home)];
  return bad_access(flaw, view_.who(thread), code,
                    view_.place_in(home, static_cast<std::int64_t>(address - site.home_begin)));
}

// The access is outside all variables and the launch's dynamic shared memory.
void SharedBounds::note_past_all(const SiteRecord& site, AccessCode code, u64 address, u32 thread) {
  findings_.note(bounds_kind(code), code, [&]() -> FindingFact {
    if (site.home >= 0) {
      return outside_home(site, code, address, thread, Flaw::outside_shared_variable);
    }
    const AddressRange& dynamic = view_.dynamic;
    const u64 offset = address - dynamic.begin;
    const bool is_dynamic =
        address >= dynamic.begin && (dynamic.end > dynamic.begin || offset < kMaxSharedBytes);
    return bad_access(is_dynamic ? Flaw::outside_dynamic_shared : Flaw::outside_all_shared,
                      view_.who(thread), code,
                      DynamicSharedPlace{offset, dynamic.end - dynamic.begin});
  });
}

// The site's first access was to another variable.
void SharedBounds::note_stray(const SiteRecord& site, AccessCode code, u64 address, u32 thread) {
  const bool above = address >= site.home_end;
  const u64 distance = above ? address - site.home_end : site.home_begin - address;
  const auto [entry, is_new] = strays_.try_emplace(code);
  Stray& stray = entry->second;
  if (is_new) {
    stray.above = above;
    stray.nearest = distance;
    stray.first = outside_home(site, code, address, thread,
                               above ? Flaw::past_shared_variable : Flaw::before_shared_variable);
  }
  stray.mixed |= stray.above != above;
  stray.nearest = std::min(stray.nearest, distance);
  stray.farthest = std::max(stray.farthest, distance);
  ++stray.count;
}

u64 SharedBounds::end_launch(SiteTable* sites) {
  const auto& variables = view_.module->shared();
  std::vector<bool> touched(variables.size());
  sites->for_each([&](SiteRecord& site) {
    if (site.home >= 0 && site.shared.requests != site.seen_requests) {
      touched[static_cast<size_t>(site.home)] = true;
    }
    if (const auto found = strays_.find(site.code); found != strays_.end()) {
      // An overrun stays close to the edge; a site that uses two variables uses all of both, unless
      // a matrix is small, which the launch alone does not tell.
      const Stray& stray = found->second;
      const u64 gap = 128;  // alignment may leave a gap between variables
      const u64 far = gap + (site.home_end - site.home_begin) / 4;
      if (!stray.mixed && stray.nearest <= gap && stray.farthest <= far) {
        findings_.note(bounds_kind(site.code), site.code, 0, stray.count,
                       [&] { return stray.first; });
      }
    }
    // In another launch the site may have another variable.
    site.home = -1;
    site.home_begin = site.home_end = 0;
  });
  strays_.clear();
  u64 bytes = 0;
  for (size_t v = 0; v < touched.size(); ++v) {
    bytes += touched[v] ? variables[v].bytes : 0;
  }
  return bytes;
}

}  // namespace simt
