// What is wrong with a kernel, collected while it runs: one entry for each kind and pair of places.
#pragma once

#include <algorithm>
#include <vector>

#include "common/facts/finding.h"
#include "common/simt/source/access_code.h"

namespace simt {

using namespace gemmlab;

struct RawFinding {
  FindingKind kind = FindingKind::race;
  AccessCode code = 0;
  AccessCode other = 0;  // 0: none, or not known
  u64 count = 0;
  FindingFact fact;
};

class FindingLog {
 public:
  // Counts an occurrence. What happened is asked for only if it is the first of its kind there.
  template <class MakeFact>
  void note(FindingKind kind, AccessCode code, AccessCode other, u64 count, MakeFact make_fact) {
    const auto known = std::find_if(findings_.begin(), findings_.end(), [&](const RawFinding& f) {
      return f.kind == kind && f.code == code && f.other == other;
    });
    if (known != findings_.end()) {
      known->count += count;
    } else {
      findings_.push_back({kind, code, other, count, make_fact()});
    }
  }
  template <class MakeFact>
  void note(FindingKind kind, AccessCode code, MakeFact make_fact) {
    note(kind, code, 0, 1, make_fact);
  }

  const std::vector<RawFinding>& all() const { return findings_; }
  void clear() { findings_.clear(); }

 private:
  std::vector<RawFinding> findings_;
};

}  // namespace simt
