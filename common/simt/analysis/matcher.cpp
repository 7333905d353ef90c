#include "common/simt/analysis/analysis.h"

#include <cstring>

namespace simt {

constexpr SourceOrder kNothing = ~SourceOrder{0};

// Removes the first `used` entries of a lane's log.
static void drop(Lane* lane, u32 used) {
  LaneLog& log = *lane->log;
  const u32 left = lane->logged - used;
  std::memmove(log.address, log.address + used, left * sizeof(log.address[0]));
  std::memmove(log.code, log.code + used, left * sizeof(log.code[0]));
  std::memmove(log.value, log.value + used, left * sizeof(log.value[0]));
  lane->logged = left;
}

void Matcher::consume(Lane* lanes, u32 count) {
  if (!consume_equal(lanes, count)) {
    consume_diverged(lanes, count);
  }
}

// If some lanes repeated loops more often than others, the others may have skipped any of the
// iterations: an iteration in which a lane accesses nothing leaves no trace.
void Matcher::reconverge(Lane* lanes, u32 count) {
  if (!diverged_) {
    return;
  }
  u32 fewest = ~0u, most = 0;
  for (u32 i = 0; i < count; ++i) {
    if (lanes[i].last_order != 0) {
      fewest = std::min(fewest, lanes[i].back_edges);
      most = std::max(most, lanes[i].back_edges);
    }
  }
  exact_ = exact_ && most <= fewest;
  for (u32 i = 0; i < count; ++i) {
    lanes[i].back_edges = 0;
    lanes[i].last_order = 0;
  }
}

// True if all lanes with log entries have the same entries.
bool Matcher::consume_equal(Lane* lanes, u32 count) {
  std::array<Lane*, kWarpSize> active;
  u32 actives = 0;
  for (u32 i = 0; i < count; ++i) {
    if (lanes[i].logged > 0) {
      active[actives++] = &lanes[i];
    }
  }
  if (actives == 0) {
    return true;
  }
  const LaneLog& first = *active[0]->log;
  const u32 entries = active[0]->logged;
  for (u32 i = 1; i < actives; ++i) {
    AccessCode differences = active[i]->logged ^ entries;
    for (u32 e = 0; e < entries; ++e) {  // without an early end: faster than memcmp
      differences |= active[i]->log->code[e] ^ first.code[e];
    }
    if (differences != 0) {
      return false;
    }
  }
  const FastPath* const fast = actives == kWarpSize ? analysis_.fast() : nullptr;
  if (fast != nullptr) {
    fast->compare_neighbours(&first, entries, &neighbours_);
  }
  for (u32 e = 0; e < entries; ++e) {
    if (has_kind(first.code[e], kRound)) {
      analysis_.round(actives);
      continue;
    }
    if (fast != nullptr &&
        analysis_.usual_request({first.code[e], lanes[0].thread, &first, e, neighbours_[e]})) {
      continue;
    }
    request_.start(first.code[e], lanes[0].thread);
    for (u32 i = 0; i < actives; ++i) {
      const LaneLog& log = *active[i]->log;
      request_.add(active[i]->thread % kWarpSize, log.address[e], log.value[e]);
    }
    analysis_.request(request_);
  }
  for (u32 i = 0; i < actives; ++i) {
    active[i]->logged = 0;
  }
  if (actives == count) {
    reconverge(lanes, count);
  }
  return true;
}

SourceOrder Matcher::order_of(AccessCode code) {
  if (code != latest_.first) {  // most lanes ask for the same
    SiteRecord& site = analysis_.sites()[code];
    site.order = site.order != 0 ? site.order : analysis_.view().module->order_of(code);
    latest_ = {code, site.order};
  }
  return latest_.second;
}

void Matcher::consume_diverged(Lane* lanes, u32 count) {
  diverged_ = true;
  std::array<u32, kWarpSize> used{};
  std::array<SourceOrder, kWarpSize> next;
  const auto look = [&](u32 i) {
    const Lane& lane = lanes[i];
    next[i] = used[i] < lane.logged ? order_of(lane.log->code[used[i]]) : kNothing;
    return next[i] != kNothing || lane.state != LaneState::paused;
  };
  bool known = true;  // whether each lane's next access is known
  for (u32 i = 0; i < count; ++i) {
    known = look(i) && known;
  }
  while (known) {
    const SourceOrder lowest = *std::min_element(next.begin(), next.begin() + count);
    if (lowest == kNothing) {
      break;
    }
    request_.lanes.count = 0;
    u32 first = 0;
    for (u32 i = 0; i < count; ++i) {
      if (next[i] != lowest) {
        continue;
      }
      Lane& lane = lanes[i];
      const u32 e = used[i]++;
      if (request_.lanes.count == 0) {
        request_.start(lane.log->code[e], lanes[0].thread);
        first = i;
      }
      request_.add(i, lane.log->address[e], lane.log->value[e]);
      lane.back_edges += lowest <= lane.last_order ? 1 : 0;
      lane.last_order = lowest;
      if (has_kind(request_.code, kRound)) {
        lane.back_edges = 0;  // lanes that iterated meet the others here
        lane.last_order = 0;
      }
      exact_ = exact_ && lane.back_edges == lanes[first].back_edges;
      known = look(i) && known;
    }
    if (has_kind(request_.code, kRound)) {
      analysis_.round(request_.lanes.count);
    } else {
      analysis_.request(request_);
    }
  }
  for (u32 i = 0; i < count; ++i) {
    drop(&lanes[i], used[i]);
  }
}

}  // namespace simt
