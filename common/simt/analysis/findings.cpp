#include "common/simt/analysis/findings.h"

#include <algorithm>

namespace simt {

bool is_hard(FindingKind kind) {
  return kind < FindingKind::uninitialised_read;
}

RawFinding* FindingLog::note(FindingKind kind, AccessCode code, AccessCode other, u64 count) {
  const auto known = std::find_if(findings_.begin(), findings_.end(), [&](const RawFinding& f) {
    return f.kind == kind && f.code == code && f.other == other;
  });
  if (known != findings_.end()) {
    known->count += count;
    return nullptr;
  }
  findings_.push_back({kind, code, other, count, {}});
  return &findings_.back();
}

}  // namespace simt
