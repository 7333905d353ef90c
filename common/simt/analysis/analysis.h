// Turns warp requests into counts and findings: bounds, alignment, address spaces, races.
#pragma once

#include "common/simt/analysis/fast_tables.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/request.h"
#include "common/simt/memory/variable_shadow.h"

namespace simt {

// Bounds of shared variables. They are adjacent in memory, so an overrun hits a neighbour; the
// module's symbols tell where each begins and ends.
class SharedBounds {
 public:
  SharedBounds(const BlockView& view, FindingLog* findings) : view_(view), findings_(*findings) {}

  void begin_launch(SiteTable* sites);
  // Whether the access stays in a variable, or in the launch's dynamic shared memory.
  bool check(SiteRecord* site, AccessCode code, u64 address, u32 thread) {
    return (address >= site->home_begin && address + access_bytes(code) <= site->home_end) ||
           check_elsewhere(site, code, address, thread);
  }
  // Judges the recorded strays. Returns the bytes of the static variables that the launch touched.
  u64 end_launch(SiteTable* sites);
  void clear() { strays_.clear(); }

 private:
  // A site of one variable that also accessed another. Judged at the end of the launch, because a
  // site may legally use two variables (a pointer to either of two buffers).
  struct Stray {
    u64 nearest = 0, farthest = 0;  // distance of the accesses from the home's edge, in bytes
    bool above = false, mixed = false;
    u64 count = 0;
    BadAccess first;
  };

  bool check_elsewhere(SiteRecord* site, AccessCode code, u64 address, u32 thread);
  void note_past_all(const SiteRecord& site, AccessCode code, u64 address, u32 thread);
  void note_stray(const SiteRecord& site, AccessCode code, u64 address, u32 thread);
  BadAccess outside_home(const SiteRecord& site, AccessCode code, u64 address, u32 thread,
                         Flaw flaw) const;

  const BlockView& view_;
  FindingLog& findings_;
  std::map<AccessCode, Stray> strays_;
};

struct Conflict;

// Finds races and reads of memory that was never written, using the shadow of global and shared
// memory.
class RaceFinder {
 public:
  RaceFinder(const BlockView& view, const VariableShadow& variables, FindingLog* findings)
      : view_(view), variables_(variables), findings_(*findings) {}

  SharedShadow& shared() { return shared_; }

  // Allocates shadow cells for all of the view's shared memory.
  void use_module();
  // Starts a block; see renew().
  void begin_block() {
    met_others_ = false;
    fenced_ = 0;
  }
  // Marks shared memory in [begin, end) as never written.
  void renew(u64 begin, u64 end);
  void clear() { copies_.clear(); }

  // `site`: the request's number, by site_number().
  void check_global(const Request& request, u16 site);
  void check_variables(const Request& request, u16 site);
  void check_shared(const Request& request, u16 site);
  // The write of a copy that was still running at a barrier.
  void check_copy(const Request& request, u16 site);
  // A thread of the block has called __threadfence().
  void fence();
  // The block has used atomics on global memory.
  void meet_others();

 private:
  template <class Cells>
  void check(Cells cells, const Request& request, u16 site, bool has_initial_value);
  void note_unwritten(const Request& request, unsigned i);
  void note(const Conflict& conflict, const Request& request, unsigned i, bool of_variable);
  RaceCause cause_of(const Conflict& conflict, AccessCode code, u32 thread, bool is_global,
                     bool of_variable) const;
  bool handed_over(u64 before) const;

  const BlockView& view_;
  const VariableShadow& variables_;
  FindingLog& findings_;
  SharedShadow shared_;
  SharedShadow narrow_;          // one cell per byte; empty until an access of less than four bytes
  std::set<AccessCode> copies_;  // writes of copies that were still running at a barrier
  bool met_others_ = false;
  u32 fenced_ = 0;  // accesses with a smaller clock came before a fence
};

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
  void begin_launch(LaunchState* launch, StackRange stacks, CloseLook* look);
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
  // Static shared memory that the launch touched.
  u64 touched_shared_bytes() const { return touched_shared_bytes_; }
  void clear();

 private:
  void sort_lane(const Request& request, unsigned i, SiteRecord* site);
  void note(FindingKind kind, Flaw flaw, AccessCode code, u64 address, u32 thread);
  void note_outside_buffer(AccessCode code, u64 address, u32 thread);
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
  u64 accesses_ = 0, local_accesses_ = 0, touched_shared_bytes_ = 0;
};

// Turns the logs of a warp's parked lanes into warp requests.
class Matcher {
 public:
  explicit Matcher(Analysis* analysis) : analysis_(*analysis) {}

  // Issues, and removes, everything that can be matched in the logs of `count` lanes from `lanes`
  // on. Lanes with equal logs go together; otherwise, repeatedly, the lanes whose next access comes
  // first in the source. Stops when a paused lane's log is empty, because its next access is
  // unknown.
  void consume(Lane* lanes, u32 count) {
    if (!consume_equal(lanes, count)) {
      consume_diverged(lanes, count);
    }
  }

  // The lanes met at a barrier, or all have exited.
  void reconverge(Lane* lanes, u32 count);

  SourceOrder order_of(AccessCode code);

  bool exact() const { return exact_; }
  void clear() {
    exact_ = true;
    diverged_ = false;
    latest_ = {};
  }

 private:
  bool consume_equal(Lane* lanes, u32 count);
  void consume_diverged(Lane* lanes, u32 count);
  void issue(u32 first_thread);

  Analysis& analysis_;
  Requests requests_ = {};
  std::array<LaneLog, kWarpSize> aligned_ = {};  // the entries of diverged lanes, by request
  bool exact_ = true;
  bool diverged_ = false;  // lanes have taken turns: only then there is anything to reconverge
  std::pair<AccessCode, SourceOrder> latest_;  // whose order was asked for
};

}  // namespace simt
