#include "grader/report/words/speed_words.h"

#include <fmt/format.h>

#include "grader/report/words/finding_words.h"
#include "grader/report/words/refusal_words.h"

namespace gemmlab {
namespace {

// What an outcome that is not plain means.
std::string_view remark(SpeedOutcome outcome) {
  switch (outcome) {
    case SpeedOutcome::borderline:
      return " Too few of its blocks lie below to refuse it: it counts as fast enough.";
    case SpeedOutcome::too_slow:
      return " It was measured twice.";
    default:
      return "";
  }
}

// Of one cause.
struct Sentence {
  std::string operator()(const MachineProblem& cause) const { return cause.problem; }
  std::string operator()(const TooLittleMemory& cause) const {
    return "the GPU has too little free memory " + cause.for_what;
  }
  std::string operator()(const MatricesTooLarge& cause) const {
    return fmt::format(
        "matrices of this size take {:.0f} MB of the GPU's memory, and {:.0f} may be used",
        cause.megabytes, cause.allowed);
  }
  std::string operator()(const OthersTimed& cause) const {
    return fmt::format("other gemmlabs were timing on this machine for {} minutes", cause.minutes);
  }
  std::string operator()(const DoesNotCompileHere& cause) const {
    return fmt::format("{} does not compile here: {}", cause.refusal.file.text(),
                       sentence(cause.refusal));
  }
  std::string operator()(const EndedWhileTimed& cause) const {
    using How = EndedWhileTimed::How;
    return (cause.how == How::answered ? "its process answered: "
            : cause.how == How::exited ? "the program ended itself: "
                                       : "the program crashed: ") +
           cause.detail;
  }
  std::string operator()(const TookTooLong& cause) const {
    return fmt::format(
        "the timed calls did not end within {} s, and calls of the baseline take some milliseconds",
        cause.seconds);
  }
  std::string operator()(const FoundWhileTimed& cause) const { return sentence(cause.finding); }
  std::string operator()(const FoundWrong& cause) const { return cause.what; }
  std::string operator()(const WrongWhileTimed& cause) const {
    return fmt::format("C[{}][{}] was wrong after a timed run with fresh inputs at {} x {} x {}",
                       cause.row, cause.col, cause.size, cause.size, cause.size);
  }
  std::string operator()(const RoundedWhileTimed& cause) const {
    return fmt::format(
        "after a timed run at {} x {} x {} the elements of C were off by {:.1g} of their size, and "
        "fp32 sums are off by 1e-7: the operands were rounded to fewer bits",
        cause.size, cause.size, cause.size, cause.error);
  }
  std::string operator()(const FasterThanArithmetic& cause) const {
    return fmt::format(
        "{} products took {:.3g} s, and no fp32 arithmetic of {} is as fast as that: the work was "
        "done elsewhere, or not in fp32",
        cause.calls, cause.seconds, cause.on_gpu ? "this GPU" : "one processor");
  }
  std::string operator()(const ClockJumped& cause) const {
    return fmt::format(
        "the GPU's clock went between {:.0f} and {:.0f} MHz, and at one clock rate the program "
        "might "
        "be fast enough: grade again with nothing else on the GPU, a laptop on mains power",
        cause.slowest_mhz, cause.fastest_mhz);
  }
  std::string operator()(const ReferenceSlowed& cause) const {
    return fmt::format(
        "the textbook solution was at {:.0f} % of the speed it had just before: something else "
        "used "
        "the GPU, or its clock fell",
        100 * cause.kept);
  }
  std::string operator()(const KeptBusy& cause) const {
    return fmt::format(
        "beside your program the textbook solution is at {:.0f} % of its own speed, and it "
        "recovers "
        "each time your program is ended: something of yours works on when matmul's calls are done "
        "(a kernel on a stream of its own, a thread)",
        100 * cause.kept);
  }
};

}  // namespace

std::string sentence(const Speed& speed, bool on_gpu) {
  const std::string where = on_gpu ? "on your GPU" : "on this machine";
  const std::string yours = fmt::format("yours is {:.2f}x ({:.2f} to {:.2f})", speed.ratio,
                                        speed.interval[0], speed.interval[1]);
  if (speed.required == speed.nominal) {
    return fmt::format(
        "{:.2f}x the speed of {} is needed; {}, the textbook solution's {:.2f}x {}.{}",
        speed.required, speed.baseline, yours, speed.reference_ratio, where, remark(speed.outcome));
  }
  return fmt::format("{:.0f} % of the textbook solution's speed-up over {} {} is {:.2f}x; {}.{}",
                     100 * kPassMark, speed.baseline, where, speed.required, yours,
                     remark(speed.outcome));
}

std::string sentence(const Untimed& why) {
  const std::string cause = std::visit(Sentence(), why.cause);
  return (why.is_ours ? "the reference programs cannot be timed: " : "") + cause;
}

}  // namespace gemmlab
