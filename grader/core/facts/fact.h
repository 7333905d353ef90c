// What was seen of a lab in one check: the closed set of facts that a report makes sentences of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/facts/one_of.h"
#include "common/facts/run_report.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/facts/speed.h"
#include "grader/core/inputs.h"
#include "grader/core/spec.h"

namespace gemmlab {

// ---- of the file ----

struct SkeletonUnchanged {
  static constexpr std::string_view kName = "skeleton_unchanged";
  std::string first_step;  // "3.1"; empty: the skeleton names none
};

struct NoMatmul {
  static constexpr std::string_view kName = "no_matmul";
};

// The file itself is missing or was not taken; the words are the room's that looked for it.
struct NoFile {
  static constexpr std::string_view kName = "no_file";
  std::string text;
};

// ---- of values ----

// Which elements, and what they hold instead, is in the check's error map.
struct WrongValues {
  static constexpr std::string_view kName = "wrong_values";
  InputKind input = InputKind::uniform;
  std::uint64_t wrong = 0, elements = 0;
};

struct NeverWritten {
  static constexpr std::string_view kName = "never_written";
  bool never_launched = false;  // no kernel, at any shape
  std::vector<std::string> open_steps;
};

struct InputChanged {
  static constexpr std::string_view kName = "input_changed";
  std::string matrix;  // "a" or "b"
};

// The program's process ended, or had to be ended, by itself.
struct ProgramEnded {
  static constexpr std::string_view kName = "program_ended";
  enum class How { exited, crashed, timed_out, not_loaded };
  How how = How::crashed;
  std::string detail;  // "exit status 0", "signal 11 (Segmentation fault)"; the loader's own words
};

// It ran on, as programs do that have the bug found at an earlier shape.
struct RanOn {
  static constexpr std::string_view kName = "ran_on";
};

struct RunsTookTooLong {
  static constexpr std::string_view kName = "runs_took_too_long";
  double seconds = 0, limit = 0;  // of all runs together
};

// Values are right, and no kernel can have computed them.
struct ComputedElsewhere {
  static constexpr std::string_view kName = "computed_elsewhere";
  enum class Missing { launch, stores, loads };
  Missing missing = Missing::launch;
  std::uint64_t bytes = 0, needed = 0;  // that kernels stored or loaded
};

struct CompilerProof {
  static constexpr std::string_view kName = "compiler_proof";
  int line = 0;
  std::string text;
};

// A GPU on which the textbook solution runs, and this program does not even start.
struct NothingRunsOnGpu {
  static constexpr std::string_view kName = "nothing_runs_on_gpu";
  std::string problem;  // this machine's words
};

// ---- of matmul_host ----

GEMMLAB_ENUM(HostEntryKind,
             missing,              // no such function
             not_copied_back,      // no call failed, and C was never written
             returned_error,       // though nothing had failed
             leaks,                // allocations, on the normal path
             leaks_after_refusal,  // allocations, after a launch that was refused
             ignores_refusal,      // returns cudaSuccess after a launch that was refused
             dies_of_refusal       // ends instead of returning
)
struct HostEntryFault {
  static constexpr std::string_view kName = "host_entry_fault";
  using Kind = HostEntryKind;
  Kind kind = Kind::missing;
  int error = 0;  // cudaError_t returned
  int allocations = 0;
  std::uint64_t bytes = 0;
  std::string detail = {};  // how it died
};

// ---- of memory accesses ----

struct LimitMissed {
  static constexpr std::string_view kName = "limit_missed";
  Evidence::Kind kind = Evidence::Kind::reuse_at_least;
  double value = 0, limit = 0;
  double threads = 0;  // of the launch with the most
  Shape counted_at = {};
  bool elsewhere = false;  // not at the shape that the report's counts are from
};

// ---- of speed ----

struct TooSlow {
  static constexpr std::string_view kName = "too_slow";
  Speed speed;
  std::string usual_cause;  // from the lab's Spec
};

struct SpeedNotJudged {
  static constexpr std::string_view kName = "speed_not_judged";
  Untimed why;
};

GEMMLAB_ONE_OF(Fact,
               SkeletonUnchanged,
               Refusal,
               NoMatmul,
               NoFile,
               WrongValues,
               NeverWritten,
               InputChanged,
               ProgramEnded,
               RanOn,
               RunsTookTooLong,
               ComputedElsewhere,
               CompilerProof,
               NothingRunsOnGpu,
               HostEntryFault,
               LimitMissed,
               TooSlow,
               SpeedNotJudged,
               Finding,
               ApiError,
               OutOfTime)

}  // namespace gemmlab
