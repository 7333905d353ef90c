// What one check of a lab observed: the closed set of facts that reports turn into sentences.
#pragma once

#include "common/facts/json_fields.h"
#include "common/facts/run_report.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/inputs.h"
#include "grader/core/verdict.h"

namespace gemmlab {

// ---- about speed, and why a program cannot be timed ----

GEMMLAB_ENUM(SpeedOutcome, fast_enough, borderline, too_slow, not_graded)

struct Speed {
  std::string over;      // slug of the baseline's lab
  std::string baseline;  // a description for people: "the i-j-k loop"; may be empty
  std::optional<Shape> shape;
  double ratio = 0;
  std::array<double, 2> interval{0, 0};
  double required = 0, nominal = 0;
  double reference_ratio = 0;
  double gflops = 0;
  int blocks = 0;                         // blocks that were measured
  std::array<double, 2> clock_mhz{0, 0};  // of the GPU meanwhile, slowest and fastest; 0: unknown
  bool on_gpu = false;
  bool read_by_program = false;  // its results, because the GPU's memory cannot be shared
  SpeedOutcome outcome = SpeedOutcome::not_graded;
};

// A problem of this machine, as a sentence from the code that found it.
struct MachineProblem {
  std::string problem;
};
GEMMLAB_JSON(MachineProblem, problem)

struct TooLittleMemory {
  std::string for_what;  // "to time anything"
};
GEMMLAB_JSON(TooLittleMemory, for_what)

struct MatricesTooLarge {
  double megabytes = 0, allowed = 0;  // of GPU memory
};
GEMMLAB_JSON(MatricesTooLarge, megabytes, allowed)

struct OthersTimed {
  int minutes = 0;
};
GEMMLAB_JSON(OthersTimed, minutes)

// About one of our own programs.
struct DoesNotCompileHere {
  Refusal refusal;
};
GEMMLAB_JSON(DoesNotCompileHere, refusal)

// How the program's process ended.
struct EndedWhileTimed {
  enum class How { exited, crashed } how = How::crashed;
  std::string detail;
};
GEMMLAB_NAMES(EndedWhileTimed::How, exited, crashed)
GEMMLAB_JSON(EndedWhileTimed, how, detail)

// Lab 01 is timed on one thread of one process: the program started another.
struct StartedAnother {};
struct TookTooLong {
  int seconds = 0;
};
GEMMLAB_JSON(TookTooLong, seconds)

struct FoundWhileTimed {
  Finding finding;
};
GEMMLAB_JSON(FoundWhileTimed, finding)

// What other code found wrong, such as the loader.
struct FoundWrong {
  std::string what;
};
GEMMLAB_JSON(FoundWrong, what)

struct WrongWhileTimed {
  int row = 0, col = 0, size = 0;
};
GEMMLAB_JSON(WrongWhileTimed, row, col, size)

struct RoundedWhileTimed {
  int size = 0;
  double error = 0;  // relative error of an element
};
GEMMLAB_JSON(RoundedWhileTimed, size, error)

struct FasterThanArithmetic {
  int calls = 0;
  double seconds = 0;
  bool on_gpu = false;
};
GEMMLAB_JSON(FasterThanArithmetic, calls, seconds, on_gpu)

// What disturbed a measurement.
struct ClockJumped {
  double slowest_mhz = 0, fastest_mhz = 0;
};
GEMMLAB_JSON(ClockJumped, slowest_mhz, fastest_mhz)

struct OfReference {
  double kept = 0;  // the fraction of its speed that the textbook solution kept
};
GEMMLAB_JSON(OfReference, kept)

struct ReferenceSlowed : OfReference {};
struct KeptBusy : OfReference {};  // by the student's own program

struct UntimedCause : OneOf<MachineProblem, TooLittleMemory, MatricesTooLarge, OthersTimed,
                            DoesNotCompileHere, EndedWhileTimed, StartedAnother, TookTooLong,
                            FoundWhileTimed, FoundWrong, WrongWhileTimed, RoundedWhileTimed,
                            FasterThanArithmetic, ClockJumped, ReferenceSlowed, KeptBusy> {
  using OneOf::OneOf;
};

struct Untimed {
  Verdict verdict = Verdict::not_graded;  // of the program, if it is at fault
  UntimedCause cause;
  bool is_ours = false;  // one of our programs: the student is not at fault
};
GEMMLAB_JSON(Untimed, verdict, cause, is_ours)

struct TooSlow {
  Speed speed;
  std::string usual_cause;  // from the lab's Spec
};
GEMMLAB_JSON(TooSlow, speed, usual_cause)

struct SpeedNotJudged {
  Untimed why;
};
GEMMLAB_JSON(SpeedNotJudged, why)

// ---- about the file ----

struct SkeletonUnchanged {
  std::string first_step;  // "3.1"; empty: the skeleton has no steps
};
GEMMLAB_JSON(SkeletonUnchanged, first_step)

struct NoMatmul {
  bool is_hidden = false;  // without the header, nothing that the file defines is found
};
GEMMLAB_JSON(NoMatmul, is_hidden)

// A step's file without its header.
struct NoStep {};

// The file is missing or was not accepted; the message comes from the code that looked for it.
struct NoFile {
  std::string text;
};
GEMMLAB_JSON(NoFile, text)

// ---- about values ----

// The check's error map shows which elements are wrong and what they hold.
struct WrongValues {
  InputKind input = InputKind::uniform;
  std::uint64_t wrong = 0, elements = 0;
};
GEMMLAB_JSON(WrongValues, input, wrong, elements)

struct NeverWritten {
  bool never_launched = false;  // no kernel was launched, at any shape
  std::vector<std::string> open_steps;
  bool not_copied_back = false;  // kernels ran, but the result is in host memory: of an array only
};
GEMMLAB_JSON(NeverWritten, never_launched, open_steps, not_copied_back)

// The same of an array, for a step of a staircase.
struct WrongArray {
  std::string size;  // "n = 1000"
  bool has_rows = false;
  std::uint64_t wrong = 0, elements = 0;
};
GEMMLAB_JSON(WrongArray, size, has_rows, wrong, elements)

struct ArrayNeverWritten : NeverWritten {};

// What a step is about is missing, although out may be right.
struct StepFault {
  std::string why;  // from its Spec
};
GEMMLAB_JSON(StepFault, why)

struct InputChanged : OfMatrix {};

// The program's process ended on its own or had to be killed.
struct ProgramEnded {
  enum class How { exited, crashed, timed_out, not_loaded };
  How how = How::crashed;
  ForeignText detail;  // "exit status 0", "signal 11 (Segmentation fault)"; or the loader's message
};
GEMMLAB_NAMES(ProgramEnded::How, exited, crashed, timed_out, not_loaded)
GEMMLAB_JSON(ProgramEnded, how, detail)

struct RunsTookTooLong {
  double seconds = 0, limit = 0;  // of all runs together
};
GEMMLAB_JSON(RunsTookTooLong, seconds, limit)

// The values are right, but no kernel can have computed them.
struct ComputedElsewhere {
  enum class Missing { launch, stores, loads, on_host };
  Missing missing = Missing::launch;
  std::uint64_t bytes = 0, needed = 0;  // that kernels stored or loaded
};
GEMMLAB_NAMES(ComputedElsewhere::Missing, launch, stores, loads, on_host)
GEMMLAB_JSON(ComputedElsewhere, missing, bytes, needed)

struct CompilerProof {
  int line = 0;
  std::string text;
};
GEMMLAB_JSON(CompilerProof, line, text)

// The textbook solution runs on this GPU, but this program does not even start.
struct NothingRunsOnGpu : MachineProblem {};

// ---- about matmul_host ----

GEMMLAB_ENUM(HostEntryKind,
             missing,              // no such function
             not_copied_back,      // no call failed, but C was never written
             never_multiplies,     // likewise, and no kernel was launched
             returned_error,       // although nothing had failed
             leaks,                // allocations, on the normal path
             matmul_leaks,         // the same, at each call of matmul
             leaks_after_refusal,  // allocations, after a refused launch
             ignores_refusal,      // returns cudaSuccess after a refused launch
             returns_another,      // error than any that its calls and launches had
             dies_of_refusal,      // ends the process instead of returning
             computes_on_host      // C is right although no kernel ran
)
struct HostEntryFault {
  using Kind = HostEntryKind;
  Kind kind = Kind::missing;
  int error = 0;  // the cudaError_t it returned
  int allocations = 0;
  std::uint64_t bytes = 0;
  std::string detail = {};  // how it died
};
GEMMLAB_JSON(HostEntryFault, kind, error, allocations, bytes, detail)

// ---- about memory accesses ----

struct LimitMissed {
  Evidence::Kind kind = Evidence::Kind::reuse_at_least;
  double value = 0, limit = 0;
  double threads = 0;  // of the launch with the most
  Shape counted_at = {};
  bool elsewhere = false;    // not at the shape of the counts in the report
  bool overlapping = false;  // several threads compute the same elements of C
  bool repeated = false;     // several threads load the same elements to one place

  // What the measure and its value are called together.
  std::string_view row() const {
    const bool is_of_loads = kind == Evidence::Kind::shared_loads_per_fma_at_most;
    const bool are_many = threads >= double(counted_at.m) * counted_at.n;
    return overlapping && is_of_loads                              ? "loads_of_overlap"
           : overlapping && kind == Evidence::Kind::reuse_at_least ? "reuse_of_overlap"
           : repeated && kind == Evidence::Kind::reuse_at_least    ? "reuse_of_repeats"
           : is_of_loads && are_many                               ? "loads_of_many_threads"
                                                                   : name(kind);
  }
};
GEMMLAB_JSON(LimitMissed, kind, value, limit, threads, counted_at, elsewhere, overlapping, repeated)

struct Fact
    : OneOf<SkeletonUnchanged, Refusal, NoMatmul, NoStep, NoFile, WrongValues, WrongArray,
            NeverWritten, ArrayNeverWritten, StepFault, InputChanged, ProgramEnded, RunsTookTooLong,
            ComputedElsewhere, CompilerProof, NothingRunsOnGpu, HostEntryFault, LimitMissed,
            TooSlow, SpeedNotJudged, Finding, ApiError, OutOfTime> {
  using OneOf::OneOf;
};

// A barrier after which nobody reads what others wrote: an error, but not what makes values wrong.
// Whatever else was found comes first.
bool gives_way(const Fact& fact);

}  // namespace gemmlab
