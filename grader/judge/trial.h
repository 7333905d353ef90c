// One run of a module on one set of inputs, and everything that speaks against it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/compare.h"
#include "grader/core/facts/check.h"
#include "grader/core/result.h"
#include "grader/diagnosis/explanation.h"
#include "grader/session/session.h"

namespace gemmlab {

struct TrialInput {
  Entry entry = Entry::matmul;
  Shape shape = {};
  InputKind kind = InputKind::uniform;
  std::uint64_t seed = 0;           // of the inputs
  std::uint64_t schedule_seed = 0;  // of the simulator
  Placement placement = Placement::flush_end;
  bool closely = false;                 // counts with examples and predictions
  bool by_kernel = true;                // a kernel must have computed C, where that can be seen
  bool failed_before = false;           // by a finding: a part of the accesses will show enough
  bool low_precision_possible = false;  // inputs that survive rounding came out right before
};

// One complaint: what a failed check may be called, and what was seen.
struct Complaint {
  Verdict verdict = Verdict::wrong;
  Fact fact;
  std::vector<Place> places = {};  // by the file's full name; line 0: not known
};

struct Trial {
  Outcome outcome;
  Comparison comparison;                       // empty unless the run replied
  std::vector<Complaint> complaints;           // none: the run is right
  std::vector<Explanation> explanations;       // of wrong values, most plausible first
  std::optional<ApiError> failed_call;         // that explains wrong values
  std::optional<Demonstration> demonstration;  // matrices of up to 8x8

  bool right() const { return complaints.empty(); }
  bool unwritten() const {
    return comparison.elements > 0 && comparison.unwritten == comparison.elements;
  }
};

// Throws InfrastructureError and Interrupted.
Trial attempt(Session& session, const TrialInput& input);

// The complaint that comes first in the closed order of verdicts; `trial` must have one.
const Complaint& worst(const Trial& trial);

// What kernels of these counts cannot have done to compute C at that shape; nothing if they can. A
// check that examined nothing must not pass.
std::optional<ComputedElsewhere> not_stored_by_kernels(const RunCounts& counts, const Shape& shape);

// The planned check failed by the trial's worst complaint. Places in other files than the student's
// are kept out. `source`: the lab file.
Check failed_by(const Trial& trial, const std::filesystem::path& source, Check planned);

// What the trial by itself says of wrong values: the first explanation that is certain. Null if
// there is none, and where something graver says so already.
const Explanation* telling_explanation(const Trial& trial);

// Whether a file that a finding or a count names is the student's own; headers beside it are not.
bool is_own_file(const std::string& file, const std::filesystem::path& source);

// Memory accesses that a right program cannot need for this shape: about 50 times what the naive
// kernel makes on the shape padded to the largest common tile.
std::uint64_t access_budget(const Shape& shape);

}  // namespace gemmlab
