// Lanes and warps: how they are set up, in what order they run, and where their logs are.
#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <utility>

#include "common/simt/engine/multiprocessor.h"

namespace simt {

void Multiprocessor::prepare_lanes(u32 threads) {
  const dim3& block = launch_->config->block;
  while (lanes_.size() < threads) {
    const u32 t = static_cast<u32>(lanes_.size());
    Lane& lane = lanes_.emplace_back();
    lane.thread = static_cast<u16>(t);
    lane.log = &logs_[t % kWarpSize];
    lane.stack_low = stacks_ + t * kStackBytes + kGuardBytes;
    lane.stack_high = stacks_ + (t + 1) * kStackBytes;
    if (mprotect(lane.stack_low, kStackBytes - kGuardBytes, PROT_READ | PROT_WRITE) != 0) {
      throw std::bad_alloc();
    }
    make_fiber(&lane);
  }
  warps_.resize((threads + kWarpSize - 1) / kWarpSize);
  turns_.resize(warps_.size());
  for (u32 t = 0; t < threads; ++t) {
    lanes_[t].index = {t % block.x, t / block.x % block.y, t / block.x / block.y};
  }
  for (u32 w = 0; w < warps_.size(); ++w) {
    warps_[w].first = w * kWarpSize;
    warps_[w].count = std::min(kWarpSize, threads - w * kWarpSize);
    turns_[w] = w;
    chain_lanes(&warps_[w]);
  }
}

// In natural order, or shuffled by the seed.
void Multiprocessor::chain_lanes(Warp* warp) {
  std::array<u32, kWarpSize> order{};
  for (u32 i = 0; i < warp->count; ++i) {
    order[i] = warp->first + i;
  }
  for (u32 i = warp->count; launch_->seed != 0 && i > 1; --i) {
    std::swap(order[i - 1], order[next_random(&random_) % i]);
  }
  warp->order = &lanes_[order[0]];
  for (u32 i = 0; i < warp->count; ++i) {
    lanes_[order[i]].next = i + 1 < warp->count ? &lanes_[order[i + 1]] : nullptr;
  }
}

void Multiprocessor::shuffle_warps() {
  for (size_t i = turns_.size(); launch_->seed != 0 && i > 1; --i) {
    std::swap(turns_[i - 1], turns_[next_random(&random_) % i]);
  }
}

// Logs are the multiprocessor's, one for each lane of the warp that runs.
void Multiprocessor::save_logs(Warp* warp) {
  const Lane* lanes = &lanes_[warp->first];
  const bool any = std::any_of(lanes, lanes + warp->count, [](const Lane& l) { return l.logged; });
  if (any) {
    warp->saved = logs_;
  }
}

void Multiprocessor::restore_logs(Warp* warp) {
  if (!warp->saved.empty()) {
    std::copy(warp->saved.begin(), warp->saved.end(), logs_.begin());
    warp->saved.clear();
  }
}

// Lanes that are in the middle of the kernel will never go on: they start anew.
void Multiprocessor::abandon_lanes() {
  for (u32 t = 0; t < launch_->threads(); ++t) {
    make_fiber(&lanes_[t]);
    lanes_[t].state = LaneState::done;
    lanes_[t].logged = 0;
  }
  for (Warp& warp : warps_) {
    warp.saved.clear();
  }
}

}  // namespace simt
