#include "common/simt/analysis/far_index.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/facts/place.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/memory/arena.h"
#include "common/simt/source/debug_info.h"
#include "common/simt/source/module.h"

namespace simt {
namespace {

using Offset = std::int64_t;

constexpr Offset kWhole = Offset{1} << 32;  // an unsigned number wraps there
constexpr Offset kInts = Offset{1} << 31;   // an int there
// A sum below 0 stays near it; one that overflowed lies anywhere.
constexpr Offset kNear = Offset{1} << 25;

// What an index shows that is far outside of an array. Compilers may compute an int's product or
// sum for an address as a longer number.
Wrap wrap_of(Offset index) {
  constexpr Offset kLongest = Offset{1} << 34;
  return index < -kInts                              ? Wrap::none
         : index < -kNear                            ? Wrap::overflowed
         : index < 0                                 ? Wrap::below_zero
         : index >= kWhole - kNear && index < kWhole ? Wrap::unsigned_below_zero
         : index >= kInts && index < kLongest        ? Wrap::overflowed
                                                     : Wrap::none;
}

bool is_same_place(const Place& one, const Place& other) {
  return one.is_known() && one.line == other.line && one.column == other.column &&
         one.file == other.file;
}

// Whether the launch has accessed the allocation at the same place of the source before.
bool was_accessed_at(const BlockView& view, const Allocation& allocation, AccessCode code) {
  const GlobalShadow& shadow = view.arena.shadow();
  const Place here = view.module->site_of(code);
  const u64 first = (allocation.begin - view.arena.begin()) / 4;
  const u64 end = first + allocation.bytes / 4;
  u16 known = 0;  // a site elsewhere
  const auto is_here = [&](u64 touch, u16 site) {
    if (touch >> 32 < view.launch->first_serial || site == known) {
      return false;
    }
    const AccessCode other = code_of_site(site);
    known = site;
    return other == code || is_same_place(here, view.module->site_of(other));
  };
  for (u64 c = first; c < end; ++c) {
    if (is_here(shadow.read[c], shadow.reader[c]) || is_here(shadow.written[c], shadow.writer[c])) {
      return true;
    }
  }
  return false;
}

std::optional<BadAccess> outside(const BlockView& view, AccessCode code, u32 thread,
                                 const Allocation& allocation, u64 address, Wrap wrap) {
  BadAccess bad =
      bad_access(Flaw::outside_buffer, view.who(thread), code, place_in(allocation, address));
  bad.wrap = wrap;
  return bad;
}

// The shared array whose index, as an unsigned number, went below 0.
std::optional<BadAccess> below_shared(const BlockView& view, AccessCode code, u64 address,
                                      u32 thread) {
  for (const Variable& variable : view.module->shared()) {
    const VariableShape shape =
        shape_of_shared(view.module->path(), variable.symbol, variable.bytes);
    const Offset distance = static_cast<Offset>(address - view.shared.begin - variable.offset);
    u64 stride = variable.bytes;
    for (const u64 extent : shape.extents) {
      stride /= std::max(extent, u64{1});
      const Offset offset = distance - kWhole * static_cast<Offset>(stride);
      if (offset < 0 && offset >= -static_cast<Offset>(variable.bytes)) {
        BadAccess bad = bad_access(Flaw::outside_shared_variable, view.who(thread), code,
                                   view.place_in(variable, offset));
        bad.wrap = Wrap::unsigned_below_zero;
        return bad;
      }
    }
  }
  const Offset element =
      static_cast<Offset>(address - view.dynamic.begin) / access_bytes(code) - kWhole;
  const u64 size = view.dynamic.end - view.dynamic.begin;
  if (element < 0 && element >= -static_cast<Offset>(size)) {
    const std::string name = "dynamic shared memory";
    BadAccess bad = bad_access(
        Flaw::outside_shared_variable, view.who(thread), code,
        VariablePlace{name, size, "element " + std::to_string(element) + " of " + name, 0});
    bad.wrap = Wrap::unsigned_below_zero;
    return bad;
  }
  return std::nullopt;
}

}  // namespace

std::optional<BadAccess> far_index(const BlockView& view, AccessCode code, u64 address,
                                   u32 thread) {
  const Allocation* accessed = nullptr;
  const Allocation* nearest = nullptr;
  Offset least = kNear;
  int times = 0;
  const auto index_in = [&](const Allocation& each) {
    return floor_divide(static_cast<Offset>(address - each.begin), access_bytes(code));
  };
  for (const Allocation& each : view.arena.allocations()) {
    const Offset index = index_in(each);
    const Wrap wrap = wrap_of(index);
    if (!each.live || wrap == Wrap::none) {
      continue;
    }
    if (was_accessed_at(view, each, code)) {
      accessed = &each;
      ++times;
    }
    const Offset below = wrap == Wrap::unsigned_below_zero ? kWhole - index : -index;
    if (wrap != Wrap::overflowed && below < least) {
      nearest = &each;
      least = below;
    }
  }
  if (const Allocation* const meant = times == 1 ? accessed : times == 0 ? nearest : nullptr) {
    return outside(view, code, thread, *meant, address, wrap_of(index_in(*meant)));
  }
  return times == 0 ? below_shared(view, code, address, thread) : std::nullopt;
}

u64 host_pointer_below(const LaunchState& launch, u64 address) {
  constexpr u64 kFarthest = u64{1} << 34;  // for an int's index
  u64 best = 0;
  for (const u64 pointer : launch.host_pointers) {
    if (pointer <= address && address - pointer < kFarthest) {
      best = std::max(best, pointer);
    }
  }
  return best;
}

}  // namespace simt
