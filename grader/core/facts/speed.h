// How fast a lab's program is compared with the baseline and the textbook solution, or why it
// cannot be timed: facts that report/words turns into sentences.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "common/facts/finding.h"
#include "common/facts/names.h"
#include "common/facts/one_of.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"

namespace gemmlab {

GEMMLAB_ENUM(SpeedOutcome, fast_enough, borderline, too_slow, not_graded)

struct Speed {
  std::string over;      // slug of the baseline's lab
  std::string baseline;  // a description for people: "the i-j-k loop"; may be empty
  std::optional<Shape> shape;
  double ratio = 0;
  std::array<double, 2> interval{0, 0};
  double required = 0;
  double nominal = 0;
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
struct TooLittleMemory {
  std::string for_what;  // "to time anything"
};
struct MatricesTooLarge {
  double megabytes = 0, allowed = 0;  // of GPU memory
};
struct OthersTimed {
  int minutes = 0;
};
// About one of our own programs.
struct DoesNotCompileHere {
  Refusal refusal;
};

// How the program's process ended.
struct EndedWhileTimed {
  enum class How { exited, crashed } how = How::crashed;
  std::string detail;
};
// Lab 01 is timed on one thread of one process: the program started another.
struct StartedAnother {};
struct TookTooLong {
  int seconds = 0;
};
struct FoundWhileTimed {
  Finding finding;
};
// What other code found wrong, such as the loader.
struct FoundWrong {
  std::string what;
};

struct WrongWhileTimed {
  int row = 0, col = 0, size = 0;
};
struct RoundedWhileTimed {
  int size = 0;
  double error = 0;  // relative error of an element
};
struct FasterThanArithmetic {
  int calls = 0;
  double seconds = 0;
  bool on_gpu = false;
};

// What disturbed a measurement.
struct ClockJumped {
  double slowest_mhz = 0, fastest_mhz = 0;
};
struct OfReference {
  double kept = 0;  // the fraction of its speed that the textbook solution kept
};
struct ReferenceSlowed : OfReference {};
struct KeptBusy : OfReference {};  // by the student's own program

GEMMLAB_ONE_OF(UntimedCause, MachineProblem, TooLittleMemory, MatricesTooLarge, OthersTimed,
               DoesNotCompileHere, EndedWhileTimed, StartedAnother, TookTooLong, FoundWhileTimed,
               FoundWrong, WrongWhileTimed, RoundedWhileTimed, FasterThanArithmetic, ClockJumped,
               ReferenceSlowed, KeptBusy)

struct Untimed {
  Verdict verdict = Verdict::not_graded;  // of the program, if it is at fault
  UntimedCause cause;
  bool is_ours = false;  // one of our programs: the student is not at fault
};

}  // namespace gemmlab
