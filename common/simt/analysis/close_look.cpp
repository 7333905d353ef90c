#include "common/simt/analysis/close_look.h"

#include <algorithm>

#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

// With this many consecutive loads, the loop is assumed not to be unrolled.
constexpr u64 kFarApart = 13;

// Whether all lanes have the same position within this many bytes.
bool lie_alike(const LaneAddresses& lanes, u64 bytes) {
  const u64 first = lanes.address[0] % bytes;
  return std::all_of(lanes.address, lanes.address + lanes.count,
                     [&](u64 address) { return address % bytes == first; });
}

LaneAddresses widened(LaneAddresses lanes, u64 bytes) {
  for (unsigned i = 0; i < lanes.count; ++i) {
    lanes.address[i] -= lanes.address[i] % bytes;
  }
  return lanes;
}

LaneAddresses part_of(LaneAddresses lanes, u32 word, u32 bytes) {
  lanes.bytes = bytes;
  for (unsigned i = 0; i < lanes.count; ++i) {
    lanes.address[i] += u64{4} * word;
  }
  return lanes;
}

bool same_lanes(const LaneAddresses& a, const LaneAddresses& b) {
  return a.count == b.count && std::equal(a.lane, a.lane + a.count, b.lane) &&
         std::equal(a.address, a.address + a.count, b.address);
}

}  // namespace

void MergePredictor::note(const Request& request, u32 clock) {
  Window& window = windows_[request.first_thread];
  if (window.clock != clock || is_write(request.code)) {
    close_all(&window);
    window.clock = clock;
  }
  if (is_write(request.code)) {
    return;
  }
  ++window.loads;
  const LaneAddresses& lanes = request.lanes;
  const u64 width = lie_alike(lanes, 16) ? 16 : lie_alike(lanes, 8) ? 8 : 0;
  if (lanes.bytes < 4 || lanes.bytes >= width) {
    count(lanes);
    return;
  }
  const LaneAddresses wide = widened(lanes, width);
  const u32 words = ((1u << lanes.bytes / 4) - 1) << lanes.address[0] % width / 4;
  const auto [begin, end] = window.groups.equal_range(wide.address[0]);
  for (auto known = begin; known != end; ++known) {
    Group& group = known->second;
    const bool is_near = window.loads - group.last < kFarApart;
    if (is_near && (group.words & words) == 0 && same_lanes(group.lanes, wide)) {
      group.words |= words;
      group.last = window.loads;
      return;
    }
  }
  window.groups.emplace(wide.address[0], Group{wide, words, window.loads});
}

void MergePredictor::count(const LaneAddresses& lanes) {
  ++loads_.requests;
  loads_.units += count_wavefronts(lanes).units;
}

void MergePredictor::close(const Group& group) {
  if (group.words == 15) {
    count(part_of(group.lanes, 0, 16));
    return;
  }
  for (u32 half = 0; half < 4; half += 2) {
    const u32 words = group.words >> half & 3;
    if (words == 3) {
      count(part_of(group.lanes, half, 8));
    } else if (words != 0) {
      count(part_of(group.lanes, half + words / 2, 4));
    }
  }
}

void MergePredictor::close_all(Window* window) {
  for (const auto& [address, group] : window->groups) {
    close(group);
  }
  window->groups.clear();
}

void MergePredictor::flush() {
  for (auto& [thread, window] : windows_) {
    close_all(&window);
  }
  windows_.clear();
}

void MergePredictor::clear() {
  windows_.clear();
  loads_ = {};
}

void CloseLook::note(const Request& request, gemmlab::Space space, const Cost& cost,
                     const BlockState& block) {
  const CostlyRequest next{block.index, request.first_thread, request.lanes, cost};
  const auto [entry, is_new] = costliest_.try_emplace({request.code, space}, next);
  if (!is_new && next.rank() < entry->second.rank()) {
    entry->second = next;
  }
  if (space == gemmlab::Space::shared) {
    merging_.note(request, block.clock.now);
  }
}

void CloseLook::clear() {
  costliest_.clear();
  merging_.clear();
}

const CostlyRequest* CloseLook::costliest(AccessCode code, gemmlab::Space space) const {
  const auto found = costliest_.find({code, space});
  return found == costliest_.end() ? nullptr : &found->second;
}

}  // namespace simt
