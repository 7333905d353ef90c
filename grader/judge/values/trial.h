// One run of a module on one set of inputs, and everything wrong with it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/compare.h"
#include "grader/core/facts/check.h"
#include "grader/core/fs.h"
#include "grader/core/inputs.h"
#include "grader/core/result.h"
#include "grader/diagnosis/diagnosis.h"
#include "grader/judge/values/complaints.h"
#include "grader/judge/values/given_matrices.h"
#include "grader/session/session.h"

namespace gemmlab {

inline constexpr int kUsualTile = 32;  // the largest that many programs have

// How the program runs.
struct RunMode {
  Entry entry = Entry::matmul;
  Placement placement = Placement::flush_end;
  std::uint64_t schedule_seed = 0;  // for the simulator
  Look look = Look::usual;
  // Not as it is: the host must not need what comes back, whichever of the others is tried first.
  ReadBack read_back = ReadBack::as_it_is;
  int change = 0;                   // of a program with several; nothing is explained then
  std::uint64_t access_budget = 0;  // 0: of the shape
  double seconds_left = 120;        // of those that all runs have together
};

struct TrialInput {
  GivenMatrices given = {};
  RunMode mode = {};
  bool low_precision_possible = false;  // inputs that survive rounding gave right values earlier
};

struct Trial {
  Outcome outcome;
  Comparison comparison;                       // empty unless the run replied
  std::vector<Complaint> complaints;           // none: the run is right
  std::vector<Explanation> explanations;       // for wrong values, most plausible first
  std::optional<ApiError> failed_call;         // if it explains wrong values
  std::optional<Demonstration> demonstration;  // matrices of up to 8x8

  bool right() const { return complaints.empty(); }
  bool unwritten() const {
    return comparison.elements > 0 && comparison.unwritten == comparison.elements;
  }
};

// If the host may not see what comes back from the device: right if C is with zeros or with NaN in
// its place, since neither tells the host anything; MISSES THE POINT if C is right only when the
// host sees it. Throws InfrastructureError and Interrupted.
Trial attempt(Session& session, const TrialInput& input);

// The most severe complaint; `trial` must have one.
inline const Complaint& worst(const Trial& trial) {
  return *std::ranges::min_element(trial.complaints, {}, [](const Complaint& each) {
    return std::pair(gives_way(each.fact), each.verdict);
  });
}

// The trial's worst complaint as a failure. Leaves out places in files other than the student's.
// `source`: the lab file; `text`: what it holds.
Failure failure_of(const Trial& trial, const fs::path& source, const std::string& text);

// What the trial alone says about wrong values: the first certain explanation. Null if there is
// none, or if a more severe finding explains the values.
const Explanation* telling_explanation(const Trial& trial);

// Whether a file named by a finding or a count is the student's own; headers next to it are not.
inline bool is_own_file(const std::string& file, const fs::path& source) {
  return fs::path(file).filename() == source.filename();
}

// The number of memory accesses that no correct program needs for this shape: about 50 times those
// of the naive kernel on the shape padded to the largest common tile. `failed_before`: fewer,
// because a program with a bug may never end.
inline std::uint64_t access_budget(const Shape& shape, bool failed_before = false) {
  const double most = failed_before ? 2e8 : 8e8;  // takes some seconds
  return std::uint64_t(std::min((failed_before ? 2.5 : 50) * 2 * padded_volume(shape), most));
}

}  // namespace gemmlab
