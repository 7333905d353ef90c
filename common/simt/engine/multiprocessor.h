// Runs blocks, one after another, on one OS thread, with its fibers, barriers and scheduling.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <thread>
#include <variant>
#include <vector>

#include "common/facts/finding.h"
#include "common/simt/analysis/analysis.h"
#include "common/simt/analysis/close_look.h"
#include "common/simt/analysis/matcher.h"
#include "common/simt/engine/machine.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/lane_log.h"
#include "common/simt/state/launch_state.h"

namespace simt {

struct Machine;
struct Run;

class Multiprocessor {
 public:
  explicit Multiprocessor(Machine* machine);

  // Runs the launch's blocks, with the calling OS thread's copy of shared memory.
  void run_blocks(LaunchState* launch);

  Analysis& analysis() { return analysis_; }
  const Analysis& analysis() const { return analysis_; }
  const CloseLook& look() const { return look_; }
  bool exact() const { return matcher_.exact(); }
  // Releases, by the site of a barrier.
  const std::map<AccessCode, u64>& barriers() const { return barriers_; }
  u64 shuffles() const { return shuffles_; }
  // Multiply-adds on fragments.
  u64 tensor_products() const { return tensor_products_; }
  // Of asynchronous copies that a thread has waited for. overlapped: it loaded from shared memory
  // in between.
  u64 copied_bytes() const { return copied_bytes_; }
  u64 overlapped_bytes() const { return overlapped_bytes_; }
  void note_copy(u32 bytes, bool overlapped) {
    copied_bytes_ += bytes;
    overlapped_bytes_ += overlapped ? bytes : 0;
  }
  // Deletes counts and findings.
  void clear();

 private:
  // 32 lanes that run together, with their logs while another warp runs.
  struct Warp {
    u32 first = 0, count = 0;  // threads
    Lane* order = nullptr;     // first lane of the chain
    std::vector<LaneLog> saved;
  };

  void prepare_lanes(u32 threads);
  void begin_block(u64 i);
  void run_block();
  bool run_warp(Warp* warp);
  bool release_barrier();
  bool wait_together(const Lane& one, const Lane& other);
  void reconverge();
  bool release_warp_barriers(Warp* warp);
  bool tell_active_mask(Warp* warp);
  void exchange(Warp* warp, u32 mask);
  void run_tensor_call(Warp* warp, u32 mask);
  void share_rows(Warp* warp, u32 mask);
  bool note_lanes_apart(const Lane* lanes, u32 mask);
  void combine_predicates();
  bool looks_at(u64 i) const;
  u64 take_logs(Lane* lanes, u32 count);
  void charge(u64 accesses);
  void stop(AccessCode code);
  void abandon_lanes();
  void shuffle_warps();
  void chain_lanes(Warp* warp);
  void note_fault();
  void note_lost_swaps();
  const Lane* first_in(LaneState state);
  void note_divergence();
  void settle_divergence();
  u64 shared_loads();
  void note_deadlock();
  // The lanes of the running block.
  std::span<Lane> block_lanes() { return {lanes_.data(), launch_->threads()}; }
  bool ended() const { return launch_->ended; }

  Machine& machine_;
  std::thread::id os_thread_;  // of the lanes' fibers
  Analysis analysis_;
  Matcher matcher_;
  CloseLook look_;
  Run* run_ = nullptr;
  LaunchState* launch_ = nullptr;
  BlockState block_;
  bool looks_at_block_ = true;
  char* stacks_ = nullptr;
  std::vector<Lane> lanes_;
  std::vector<LaneLog> logs_;  // of the running warp
  std::vector<Warp> warps_;
  std::vector<u32> turns_;  // warps in execution order
  u64 random_ = 0;
  u64 shuffles_ = 0, tensor_products_ = 0, copied_bytes_ = 0, overlapped_bytes_ = 0;
  std::map<AccessCode, u64> barriers_;

  // What was wrong with the barrier that was released last. What it does to values depends on
  // whether somebody then reads shared memory: until the next barrier, or the end of the block,
  // nobody knows.
  struct Divergence {
    AccessCode at = 0, other = 0;
    std::variant<BarriersApart, LeftBeforeBarrier> fact;
    u64 loads_before = 0;
  };
  std::optional<Divergence> divergence_;
};

// The process's one: to use two processors, run two processes. Never destroyed, because a kernel
// may call exit().
Multiprocessor& multiprocessor();

}  // namespace simt
