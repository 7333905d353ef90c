// Turns warp requests into counts and findings: bounds, alignment, address spaces, races.
#pragma once

#include <boost/core/noncopyable.hpp>

#include "common/facts/run_report.h"
#include "common/simt/analysis/close_look.h"
#include "common/simt/analysis/fast_path.h"
#include "common/simt/analysis/fast_request.h"
#include "common/simt/analysis/fast_tables.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/race_finder.h"
#include "common/simt/analysis/request.h"
#include "common/simt/analysis/shared_bounds.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/variable_shadow.h"
#include "common/simt/source/module.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/launch_state.h"

namespace simt {

// Stacks of a multiprocessor's fibers: thread t has [begin + t * stride, begin + (t + 1) * stride).
struct StackRange {
  u64 begin = 0, stride = 0;
  bool contains(u64 address, u32 thread) const {
    return address - (begin + thread * stride) < stride;
  }
};

class CloseLook;

class Analysis : boost::noncopyable {
 public:
  Analysis(const Arena& arena, const VariableShadow& variables)
      : view_{arena}, shared_bounds_(view_, &findings_), races_(view_, variables, &findings_) {}

  void use_module(Module* module);
  // `look`: gets each request, always on the general path; or null.
  void begin_launch(LaunchState* launch, bool of_all_blocks, StackRange stacks, CloseLook* look);
  // Shared memory is fresh: filled with NaN, never written.
  void begin_block(BlockState* block);
  void end_launch() { touched_shared_bytes_ = shared_bounds_.end_launch(&sites_); }

  // The general path: any number of lanes, any addresses.
  void request(const Request& request);
  // The fast path. Returns false, without any effect, if the case is not a usual one.
  bool usual_request(const FastAccess& access) {
    if (look_ != nullptr || volatiles.hold(access.code())) {
      return false;
    }
    const u32 lanes = fast_.request(tables_, sites_[access.code()], access);
    accesses_ += lanes;
    return lanes > 0;
  }
  const FastPath& fast() const { return fast_; }

  // Copies that the lane has not waited for also write between these two barriers.
  void go_on_copying(const Lane& lane);

  // Lanes repeat a loop. Nothing is accessed, but it counts against the budget, which stops endless
  // loops.
  void round(u32 lanes) { accesses_ += lanes; }

  // The last logged access caused a hardware fault.
  void fault(AccessCode code, u64 address, u32 thread);

  const BlockView& view() const { return view_; }
  SiteTable& sites() { return sites_; }
  FindingLog& findings() { return findings_; }
  // Local ones, to arrays that the compiler could not keep in registers, count a sixteenth.
  u64 accesses() const { return accesses_ + local_accesses_ / 16; }
  // Loaded from global, shared and constant memory since the last call.
  u64 newly_loaded_bytes();
  u64 constant_bytes() const { return constant_bytes_; }
  // Static shared memory that the launch touched.
  u64 touched_shared_bytes() const { return touched_shared_bytes_; }
  void clear();

 private:
  void sort_lane(const Request& request, unsigned i, SiteRecord* site);
  void note(FindingKind kind, Flaw flaw, AccessCode code, u64 address, u32 thread);
  void note_outside_buffer(AccessCode code, u64 address, u32 thread);
  bool note_far_index(AccessCode code, u64 address, u32 thread, bool is_overflow = false);
  bool note_host_memory(AccessCode code, u64 address, u32 thread);
  void count(SiteRecord* site, const Request& part, Space space);

  BlockView view_;
  StackRange stacks_;
  FastTables tables_;
  const FastPath& fast_ = fast_path();
  CloseLook* look_ = nullptr;
  SiteTable sites_;
  FindingLog findings_;
  SharedBounds shared_bounds_;
  RaceFinder races_;
  // The parts of the current request, by target memory.
  Request global_part_, variable_part_, shared_part_;
  u64 accesses_ = 0, local_accesses_ = 0, touched_shared_bytes_ = 0, constant_bytes_ = 0;
  u64 loaded_bytes_ = 0;  // when last asked
};

}  // namespace simt
