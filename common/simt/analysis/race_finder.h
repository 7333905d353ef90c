// Finds races and reads of memory that was never written, using the shadow of global and shared
// memory.
#pragma once

#include <set>

#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/race_cells.h"
#include "common/simt/analysis/request.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/memory/variable_shadow.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

struct Conflict;

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
    rare_shared_.clear();
  }
  // Marks shared memory in [begin, end) as never written.
  void renew(u64 begin, u64 end);
  void clear() {
    copies_.clear();
    rare_global_.clear();
    rare_variables_.clear();
  }

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
  RareCells<Touch> rare_shared_;
  RareCells<GlobalTouch> rare_global_, rare_variables_;
  std::set<AccessCode> copies_;  // writes of copies that were still running at a barrier
  bool met_others_ = false;
  u32 fenced_ = 0;  // accesses with a smaller clock came before a fence
};

}  // namespace simt
