// From warp requests to counts and findings: bounds, alignment, address spaces, races. One analysis
// a multiprocessor.
#pragma once

#include <map>
#include <set>

#include "common/simt/analysis/fast_request.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/passes.h"
#include "common/simt/analysis/request.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/launch_state.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/memory/variable_shadow.h"
#include "common/simt/source/module.h"

namespace simt {

// The block that a multiprocessor runs.
struct BlockState {
  uint3 index{};
  u64 serial = 0;
  BlockClock clock;
  AccessCode last_barrier = 0;  // where the threads waited that it let go on; 0: none so far
};

// Stacks of a multiprocessor's fibers: thread t's is [begin + t * stride, begin + (t + 1) *
// stride).
struct StackRange {
  u64 begin = 0, stride = 0;
  bool contains(u64 address, u32 thread) const {
    return address - (begin + thread * stride) < stride;
  }
};

// Where a site that is about one shared variable strayed into another: judged when the launch ends,
// since a site may rightly use two variables (a pointer to either of two buffers).
struct Stray {
  u64 nearest = 0, farthest = 0;  // distance of the accesses from the home's edge, bytes
  bool above = false, mixed = false;
  u64 count = 0;
  std::string message;
};

struct Conflict;
class CloseLook;

class Analysis {
 public:
  Analysis(const Arena& arena, const VariableShadow& variables)
      : arena_(arena), variables_(variables) {}

  // `shared` is the calling OS thread's block of shared memory.
  void use_module(Module* module, AddressRange shared);
  // `look`: what is told of each request, the general way only; or null.
  void begin_launch(const LaunchState* launch, StackRange stacks, bool parallel, CloseLook* look);
  // Shared memory is new: filled with NaN, never written.
  void begin_block(const BlockState* block);
  void end_launch();

  // The general way: any number of lanes, any addresses.
  void request(const Request& request);
  // The quick way, for all 32 lanes. False: not such a case, and nothing has happened.
  bool usual_request(const FastAccess& access) {
    if (!fast_(tables_, sites_[access.code], access)) {
      return false;
    }
    accesses_ += kWarpSize;
    return true;
  }

  // Copies that the lane has not waited for write in this stretch between barriers, too.
  void go_on_copying(const Lane& lane);

  // Lanes go round a loop: nothing is accessed, but the budget is to end whoever does so for ever.
  void round(u32 lanes) { accesses_ += lanes; }

  // The access that was logged last made the hardware fault.
  void fault(AccessCode code, u64 address, u32 thread);

  SiteTable& sites() { return sites_; }
  FindingLog& findings() { return findings_; }
  u64 accesses() const { return accesses_; }
  AddressRange shared() const { return shared_; }
  // The shared variable that holds these bytes, from the start of shared(); null if none does.
  const Variable* shared_at(u64 offset, u32 bytes) const;
  // Static shared memory that the launch touched.
  u64 touched_shared_bytes() const { return touched_shared_bytes_; }
  std::string who(u32 thread) const;  // "thread (3,17) of block (1,0)"
  void clear();

 private:
  void note_misaligned(AccessCode code, u64 address, u32 thread);
  void check_global_bounds(AccessCode code, u64 address, u32 thread);
  void sort_lane(const Request& request, unsigned i, SiteRecord* site);
  bool check_shared_bounds(SiteRecord* site, AccessCode code, u64 address, u32 thread);
  void note_stray(SiteRecord* site, AccessCode code, u64 address, u32 thread);
  void note_past_all(const SiteRecord& site, AccessCode code, u64 address, u32 thread);
  void judge_stray(const SiteRecord& site, const Stray& stray);
  void count_global(SiteRecord* site, const Request& part);
  void count_shared(SiteRecord* site);

  template <class Cells>
  void check_races(Cells cells, const Request& request, u16 site);
  void check_narrow_races(u16 site);
  void note_conflict(const Conflict& conflict, const Request& request, unsigned i, bool global);
  std::string how_much_was_filled(u64 address) const;
  std::string race_message(const Conflict& conflict,
                           const Request& request,
                           unsigned i,
                           bool global) const;
  bool in_next_round(AccessCode code, const Conflict& conflict) const;
  std::string next_round_message(const Conflict& conflict,
                                 const Request& request,
                                 unsigned i) const;
  std::string copy_message(const Conflict& conflict, const Request& request, unsigned i) const;
  std::string other_thread(u64 before, bool global) const;
  const char* cure_of_race(const Conflict& conflict,
                           const Request& request,
                           unsigned i,
                           bool global,
                           bool in_one_line) const;
  bool is_within_warp(u64 before, u32 thread) const;
  bool other_is_several(u64 before, bool global) const;
  std::string element_at(u64 address) const;
  void note(FindingKind kind, AccessCode code, u32 thread, const std::string& predicate);

  const Arena& arena_;
  const VariableShadow& variables_;
  Module* module_ = nullptr;
  AddressRange shared_;
  u64 dynamic_begin_ = 0, dynamic_end_ = 0;  // of this launch
  const LaunchState* launch_ = nullptr;
  const BlockState* block_ = nullptr;
  StackRange stacks_;
  SharedShadow shared_shadow_;
  SharedShadow narrow_shadow_;  // a cell a byte; empty until someone accesses less than four
  FastTables tables_;
  FastRequest fast_ = fast_request();
  CloseLook* look_ = nullptr;
  SiteTable sites_;
  FindingLog findings_;
  std::map<AccessCode, Stray> strays_;
  std::set<AccessCode> copies_;  // writes of copies that a barrier came upon while under way
  // The parts of the request in hand, by where they go.
  Request global_part_, variable_part_, shared_part_;
  u64 accesses_ = 0, touched_shared_bytes_ = 0;
  bool block_met_others_ = false;  // the block has used atomics on global memory
};

}  // namespace simt
