// How fast a lab's program is compared with the baseline and the textbook solution, or why it
// cannot be timed: facts that report/words turns into sentences.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

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
  SpeedOutcome outcome = SpeedOutcome::not_graded;
};

// A problem of this machine, as a sentence from the code that found it.
struct MachineProblem {
  static constexpr std::string_view kName = "machine_problem";
  std::string problem;
};
struct TooLittleMemory {
  static constexpr std::string_view kName = "too_little_memory";
  std::string for_what;  // "to time anything"
};
struct MatricesTooLarge {
  static constexpr std::string_view kName = "matrices_too_large";
  double megabytes = 0, allowed = 0;  // of GPU memory
};
struct OthersTimed {
  static constexpr std::string_view kName = "others_timed";
  int minutes = 0;
};
// About one of our own programs.
struct DoesNotCompileHere {
  static constexpr std::string_view kName = "does_not_compile_here";
  Refusal refusal;
};

// How the program's process ended.
struct EndedWhileTimed {
  static constexpr std::string_view kName = "ended_while_timed";
  enum class How { exited, crashed, answered } how = How::crashed;
  std::string detail;
};
struct TookTooLong {
  static constexpr std::string_view kName = "took_too_long";
  int seconds = 0;
};
struct FoundWhileTimed {
  static constexpr std::string_view kName = "found_while_timed";
  Finding finding;
};
// What other code found wrong, such as the loader.
struct FoundWrong {
  static constexpr std::string_view kName = "found_wrong";
  std::string what;
};

struct WrongWhileTimed {
  static constexpr std::string_view kName = "wrong_while_timed";
  int row = 0, col = 0, size = 0;
};
struct RoundedWhileTimed {
  static constexpr std::string_view kName = "rounded_while_timed";
  int size = 0;
  double error = 0;  // relative error of an element
};
struct FasterThanArithmetic {
  static constexpr std::string_view kName = "faster_than_arithmetic";
  int calls = 0;
  double seconds = 0;
  bool on_gpu = false;
};

// What disturbed a measurement. `kept` is the fraction of its speed that the textbook solution
// kept.
struct ClockJumped {
  static constexpr std::string_view kName = "clock_jumped";
  double slowest_mhz = 0, fastest_mhz = 0;
};
struct ReferenceSlowed {
  static constexpr std::string_view kName = "reference_slowed";
  double kept = 0;
};
struct KeptBusy {  // by the student's own program
  static constexpr std::string_view kName = "kept_busy";
  double kept = 0;
};

GEMMLAB_ONE_OF(UntimedCause,
               MachineProblem,
               TooLittleMemory,
               MatricesTooLarge,
               OthersTimed,
               DoesNotCompileHere,
               EndedWhileTimed,
               TookTooLong,
               FoundWhileTimed,
               FoundWrong,
               WrongWhileTimed,
               RoundedWhileTimed,
               FasterThanArithmetic,
               ClockJumped,
               ReferenceSlowed,
               KeptBusy)

struct Untimed {
  Verdict verdict = Verdict::not_graded;  // of the program, if it is at fault
  UntimedCause cause;
  bool is_ours = false;  // one of our programs: the student is not at fault
};

}  // namespace gemmlab
