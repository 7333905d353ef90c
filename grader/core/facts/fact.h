// What one check of a lab observed: the closed set of facts that reports turn into sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/facts/one_of.h"
#include "common/facts/run_report.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/facts/speed.h"
#include "grader/core/inputs.h"
#include "grader/core/spec.h"

namespace gemmlab {

// ---- about the file ----

struct SkeletonUnchanged {
  std::string first_step;  // "3.1"; empty: the skeleton has no steps
};

struct NoMatmul {};

// The file is missing or was not accepted; the message comes from the code that looked for it.
struct NoFile {
  std::string text;
};

// ---- about values ----

// The check's error map shows which elements are wrong and what they hold.
struct WrongValues {
  InputKind input = InputKind::uniform;
  std::uint64_t wrong = 0, elements = 0;
};

struct NeverWritten {
  bool never_launched = false;  // no kernel was launched, at any shape
  std::vector<std::string> open_steps;
};

struct InputChanged : OfMatrix {};

// The program's process ended on its own or had to be killed.
struct ProgramEnded {
  enum class How { exited, crashed, timed_out, not_loaded };
  How how = How::crashed;
  std::string detail;  // "exit status 0", "signal 11 (Segmentation fault)"; or the loader's message
};

// It did not end; programs with the bug found at an earlier shape do that.
struct RanOn {};

struct RunsTookTooLong {
  double seconds = 0, limit = 0;  // of all runs together
};

// The values are right, but no kernel can have computed them.
struct ComputedElsewhere {
  enum class Missing { launch, stores, loads, on_host };
  Missing missing = Missing::launch;
  std::uint64_t bytes = 0, needed = 0;  // that kernels stored or loaded, or the host could read
};

struct CompilerProof {
  int line = 0;
  std::string text;
};

// The textbook solution runs on this GPU, but this program does not even start.
struct NothingRunsOnGpu : MachineProblem {};

// ---- about matmul_host ----

GEMMLAB_ENUM(HostEntryKind,
             missing,              // no such function
             not_copied_back,      // no call failed, but C was never written
             returned_error,       // although nothing had failed
             leaks,                // allocations, on the normal path
             leaks_after_refusal,  // allocations, after a refused launch
             ignores_refusal,      // returns cudaSuccess after a refused launch
             dies_of_refusal       // ends the process instead of returning
)
struct HostEntryFault {
  using Kind = HostEntryKind;
  Kind kind = Kind::missing;
  int error = 0;  // the cudaError_t it returned
  int allocations = 0;
  std::uint64_t bytes = 0;
  std::string detail = {};  // how it died
};

// ---- about memory accesses ----

struct LimitMissed {
  Evidence::Kind kind = Evidence::Kind::reuse_at_least;
  double value = 0, limit = 0;
  double threads = 0;  // of the launch with the most
  Shape counted_at = {};
  bool elsewhere = false;  // not at the shape of the counts in the report
};

// ---- about speed ----

struct TooSlow {
  Speed speed;
  std::string usual_cause;  // from the lab's Spec
};

struct SpeedNotJudged {
  Untimed why;
};

GEMMLAB_ONE_OF(Fact, SkeletonUnchanged, Refusal, NoMatmul, NoFile, WrongValues, NeverWritten,
               InputChanged, ProgramEnded, RanOn, RunsTookTooLong, ComputedElsewhere, CompilerProof,
               NothingRunsOnGpu, HostEntryFault, LimitMissed, TooSlow, SpeedNotJudged, Finding,
               ApiError, OutOfTime)

}  // namespace gemmlab
