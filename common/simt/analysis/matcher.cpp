#include "common/simt/analysis/matcher.h"

#include <algorithm>
#include <cstring>

#include "common/simt/analysis/request.h"
#include "common/simt/analysis/site_table.h"

namespace simt {

// Removes the first `used` entries of a lane's log.
static void drop(Lane* lane, u32 used) {
  LaneLog& log = *lane->log;
  const u32 left = lane->logged - used;
  lane->logged = left;
  if (left == 0) {  // as usual
    return;
  }
  std::memmove(log.address, log.address + used, left * sizeof(log.address[0]));
  std::memmove(log.code, log.code + used, left * sizeof(log.code[0]));
  std::memmove(log.value, log.value + used, left * sizeof(log.value[0]));
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

// Analyses the requests, and forgets them.
void Matcher::issue(u32 first_thread) {
  analysis_.fast().compare_neighbours(&requests_);
  for (u32 e = 0; e < requests_.count; ++e) {
    const AccessCode code = requests_.code[e];
    u32 lanes = requests_.lanes[e];
    if (has_kind(code, kRound)) {
      analysis_.round(static_cast<u32>(__builtin_popcount(lanes)));
      continue;
    }
    if (analysis_.usual_request({requests_, e, first_thread})) {
      continue;
    }
    Request request;
    request.start(code, first_thread);
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 i = static_cast<u32>(__builtin_ctz(lanes));
      request.add(i, requests_.logs[i].address[e], requests_.logs[i].value[e]);
    }
    analysis_.request(request);
  }
  requests_.count = 0;
}

// True if all lanes with log entries have the same entries.
bool Matcher::consume_equal(Lane* lanes, u32 count) {
  u32 active = 0;
  for (u32 i = 0; i < count; ++i) {
    active |= lanes[i].logged > 0 ? 1u << i : 0;
  }
  if (active == 0) {
    return true;
  }
  const Lane& first = lanes[__builtin_ctz(active)];
  const u32 entries = first.logged;
  for (u32 i = 0; i < count; ++i) {
    if (lanes[i].logged != entries && lanes[i].logged > 0) {
      return false;
    }
  }
  if (!analysis_.fast().are_equal(lanes[0].log, *first.log, active, entries)) {
    return false;
  }
  requests_.logs = lanes[0].log;
  requests_.count = entries;
  std::copy_n(first.log->code, entries, requests_.code);
  std::fill_n(requests_.lanes, entries, active);
  issue(lanes[0].thread);
  for (u32 i = 0; i < count; ++i) {
    lanes[i].logged = 0;
  }
  if (active == ~0u >> (kWarpSize - count)) {
    reconverge(lanes, count);
  }
  return true;
}

SourceOrder Matcher::order_of(AccessCode code) {
  auto& [known, order] = orders_[scattered(code) >> 26];  // the table of sites is larger
  if (code != known) {
    SiteRecord& site = analysis_.sites()[code];
    site.order = site.order != 0 ? site.order : analysis_.view().module->order_of(code);
    known = code;
    order = site.order;
  }
  return order;
}

// Of the lanes in `waiting`, those whose next access comes first. Few places differ, so lanes are
// compared by place.
Matcher::Turn Matcher::next_turn(const std::array<AccessCode, kWarpSize>& next, u32 waiting) {
  Turn first;
  while (waiting != 0) {
    const AccessCode code = next[__builtin_ctz(waiting)];
    u32 there = 0;
    for (u32 i = 0; i < kWarpSize; ++i) {
      there |= static_cast<u32>(next[i] == code) << i;
    }
    there &= waiting;
    waiting &= ~there;
    const SourceOrder order = order_of(code);
    if (first.lanes == 0 || order < first.order) {
      first = {there, code, order};
    } else if (order == first.order) {
      first.lanes |= there;
    }
  }
  return first;
}

void Matcher::consume_diverged(Lane* lanes, u32 count) {
  diverged_ = true;
  requests_.logs = aligned_.data();
  std::array<u32, kWarpSize> used{};
  std::array<AccessCode, kWarpSize> next{};
  u32 waiting = ~0u >> (kWarpSize - count);  // lanes with another entry
  const auto look = [&](u32 i) {
    const Lane& lane = lanes[i];
    if (used[i] < lane.logged) {
      next[i] = lane.log->code[used[i]];
      return true;
    }
    waiting &= ~(1u << i);
    return lane.state != LaneState::paused;
  };
  bool known = true;  // whether each lane's next access is known
  for (u32 i = 0; i < count; ++i) {
    known = look(i) && known;
  }
  while (known && waiting != 0) {
    const Turn turn = next_turn(next, waiting);
    const u32 e = requests_.count++;
    requests_.code[e] = turn.code;
    requests_.lanes[e] = turn.lanes;
    const bool is_round = has_kind(turn.code, kRound);
    const Lane& first = lanes[__builtin_ctz(turn.lanes)];
    for (u32 left = turn.lanes; left != 0; left &= left - 1) {
      const u32 i = static_cast<u32>(__builtin_ctz(left));
      Lane& lane = lanes[i];
      const u32 own = used[i]++;
      aligned_[i].address[e] = lane.log->address[own];
      aligned_[i].value[e] = lane.log->value[own];
      lane.back_edges += turn.order <= lane.last_order ? 1 : 0;
      lane.last_order = turn.order;
      if (is_round) {
        lane.back_edges = 0;  // lanes that iterated meet the others here
        lane.last_order = 0;
      }
      exact_ = exact_ && lane.back_edges == first.back_edges;
      known = look(i) && known;
    }
    if (requests_.count == kLogCapacity) {
      issue(lanes[0].thread);
    }
  }
  issue(lanes[0].thread);
  for (u32 i = 0; i < count; ++i) {
    drop(&lanes[i], used[i]);
  }
}

}  // namespace simt
