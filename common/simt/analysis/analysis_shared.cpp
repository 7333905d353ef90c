// Bounds of shared variables. They lie side by side, so an overrun lands in a neighbour; the
// module's symbols tell where each begins and ends.
#include <fmt/format.h>

#include "common/simt/analysis/analysis.h"
#include "common/simt/source/names.h"

namespace simt {
namespace {

const char* verb(AccessCode code) {
  return is_write(code) ? "writes" : "reads";
}

FindingKind bounds_kind(AccessCode code) {
  return is_write(code) || is_atomic(code) ? FindingKind::out_of_bounds_write
                                           : FindingKind::out_of_bounds_read;
}

}  // namespace

const Variable* Analysis::shared_at(u64 offset, u32 bytes) const {
  const auto& all = module_->shared();
  auto next = std::upper_bound(all.begin(), all.end(), offset,
                               [](u64 o, const Variable& v) { return o < v.offset; });
  if (next == all.begin()) {
    return nullptr;
  }
  const Variable& variable = *--next;
  return offset + bytes <= variable.offset + variable.bytes ? &variable : nullptr;
}

// Whether the access is to a variable, or to the launch's dynamic shared memory.
bool Analysis::check_shared_bounds(SiteRecord* site, AccessCode code, u64 address, u32 thread) {
  const u32 bytes = access_bytes(code);
  if (address >= site->home_begin && address + bytes <= site->home_end) {
    return true;
  }
  if (address >= dynamic_begin_ && address + bytes <= dynamic_begin_ + kMaxSharedBytes) {
    if (address + bytes <= dynamic_end_) {
      if (site->home_end == 0) {
        site->home_begin = dynamic_begin_;
        site->home_end = dynamic_end_;
      }
      return true;
    }
    note_past_all(*site, code, address, thread);
    return false;
  }
  const Variable* variable = shared_at(address - shared_.begin, bytes);
  if (variable == nullptr) {
    note_past_all(*site, code, address, thread);
    return false;
  }
  if (site->home_end == 0) {
    site->home = static_cast<int>(variable - module_->shared().data());
    site->home_begin = shared_.begin + variable->offset;
    site->home_end = site->home_begin + variable->bytes;
  } else {
    note_stray(site, code, address, thread);
  }
  return true;
}

// The access is to no variable, nor to dynamic shared memory that the launch has.
void Analysis::note_past_all(const SiteRecord& site, AccessCode code, u64 address, u32 thread) {
  RawFinding* first = findings_.note(bounds_kind(code), code);
  if (first == nullptr) {
    return;
  }
  std::string what = "shared memory outside every variable";
  if (site.home >= 0) {
    const Variable& home = module_->shared()[static_cast<size_t>(site.home)];
    const auto offset = static_cast<std::int64_t>(address - site.home_begin);
    what = fmt::format("{}, outside {}, which has {} bytes",
                       name_of_element(*module_, home, offset), home.name, home.bytes);
  } else if (address >= dynamic_begin_ && dynamic_end_ > dynamic_begin_) {
    what = fmt::format("byte {} of dynamic shared memory, of which the launch has {}",
                       address - dynamic_begin_, dynamic_end_ - dynamic_begin_);
  } else if (address >= dynamic_begin_ && address < dynamic_begin_ + kMaxSharedBytes) {
    what = "dynamic shared memory, but the launch asks for none: give its bytes after the block";
  }
  first->message = fmt::format("{} {} {}.", who(thread), verb(code), what);
}

// The site's first access was to another variable.
void Analysis::note_stray(SiteRecord* site, AccessCode code, u64 address, u32 thread) {
  if (site->home < 0) {
    return;
  }
  const bool above = address >= site->home_end;
  const u64 distance = above ? address - site->home_end : site->home_begin - address;
  const auto [entry, is_new] = strays_.try_emplace(code);
  Stray& stray = entry->second;
  if (is_new) {
    const Variable& home = module_->shared()[static_cast<size_t>(site->home)];
    const auto offset = static_cast<std::int64_t>(address - site->home_begin);
    stray.above = above;
    stray.nearest = distance;
    stray.message =
        fmt::format("{} {} {}, {} {}, which has {} bytes. It hits another shared variable.",
                    who(thread), verb(code), name_of_element(*module_, home, offset),
                    above ? "past the end of" : "before the start of", home.name, home.bytes);
  }
  stray.mixed |= stray.above != above;
  stray.nearest = std::min(stray.nearest, distance);
  stray.farthest = std::max(stray.farthest, distance);
  ++stray.count;
}

// An overrun keeps close to the edge; a site that uses two variables uses all of either.
void Analysis::judge_stray(const SiteRecord& site, const Stray& stray) {
  const u64 home_bytes = site.home_end - site.home_begin;
  const u64 gap = 128;  // alignment may leave a gap between variables
  if (stray.mixed || stray.nearest > gap || stray.farthest > gap + home_bytes / 4) {
    return;
  }
  if (RawFinding* first = findings_.note(bounds_kind(site.code), site.code, 0, stray.count)) {
    first->message = stray.message;
  }
}

void Analysis::end_launch() {
  std::vector<bool> touched(module_->shared().size());
  sites_.for_each([&](SiteRecord& site) {
    if (site.home >= 0 && site.shared.requests != site.seen_requests) {
      touched[static_cast<size_t>(site.home)] = true;
    }
    const auto stray = strays_.find(site.code);
    if (stray != strays_.end()) {
      judge_stray(site, stray->second);
    }
    // Another launch may give the site another variable.
    site.home = -1;
    site.home_begin = site.home_end = 0;
  });
  strays_.clear();
  touched_shared_bytes_ = 0;
  for (size_t v = 0; v < touched.size(); ++v) {
    touched_shared_bytes_ += touched[v] ? module_->shared()[v].bytes : 0;
  }
}

}  // namespace simt
