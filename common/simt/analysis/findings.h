// What is wrong with a kernel, collected while it runs: one entry for each kind and pair of places.
#pragma once

#include <string>
#include <vector>

#include "common/simt/analysis/access.h"
#include "common/simt/simulator.h"

namespace simt {

struct RawFinding {
  FindingKind kind = FindingKind::race;
  AccessCode code = 0;
  AccessCode other = 0;  // 0: none, or not known
  u64 count = 0;
  std::string message;
};

class FindingLog {
 public:
  // Counts an occurrence. Returns the finding if it is the first of its kind there: its message is
  // the caller's to write; else null.
  RawFinding* note(FindingKind kind, AccessCode code, AccessCode other = 0, u64 count = 1);

  const std::vector<RawFinding>& all() const { return findings_; }
  void clear() { findings_.clear(); }

 private:
  std::vector<RawFinding> findings_;
};

}  // namespace simt
