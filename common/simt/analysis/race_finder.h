// Races and reads of memory that nobody wrote, by the shadow of global and of shared memory. One a
// multiprocessor.
#pragma once

#include <set>

#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/request.h"
#include "common/simt/memory/arena.h"

namespace simt {

struct Conflict;

class RaceFinder {
 public:
  RaceFinder(const BlockView& view, const VariableShadow& variables, FindingLog* findings)
      : view_(view), variables_(variables), findings_(*findings) {}

  SharedShadow& shared() { return shared_; }

  // Shadow cells for all of the view's shared memory.
  void use_module();
  // A block begins; see renew().
  void begin_block() { met_others_ = false; }
  // Shared memory in [begin, end) has never been written.
  void renew(u64 begin, u64 end);
  void clear() { copies_.clear(); }

  // `site`: the request's number, by site_number().
  void check_global(const Request& request, u16 site);
  void check_variables(const Request& request, u16 site);
  void check_shared(const Request& request, u16 site);
  // A copy's write, which a barrier came upon while it was under way.
  void check_copy(const Request& request, u16 site);
  // The block has used atomics on global memory.
  void meet_others() { met_others_ = true; }

 private:
  template <class Cells>
  void check(Cells cells, const Request& request, u16 site, bool has_initial_value);
  void note_unwritten(const Request& request, unsigned i);
  void note(const Conflict& conflict, const Request& request, unsigned i, bool of_variable);
  RaceCause cause_of(const Conflict& conflict,
                     AccessCode code,
                     u32 thread,
                     bool is_global,
                     bool of_variable) const;
  bool in_next_round(AccessCode code, const Conflict& conflict) const;

  const BlockView& view_;
  const VariableShadow& variables_;
  FindingLog& findings_;
  SharedShadow shared_;
  SharedShadow narrow_;          // a cell a byte; empty until someone accesses less than four
  std::set<AccessCode> copies_;  // writes of copies that a barrier came upon while under way
  bool met_others_ = false;
};

}  // namespace simt
