#include "grader/speed/words.h"

#include <fmt/format.h>

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
  return fmt::format("70 % of the textbook solution's speed-up over {} {} is {:.2f}x; {}.{}",
                     speed.baseline, where, speed.required, yours, remark(speed.outcome));
}

std::string why_disturbed(const RaceResult& race) {
  if (race.disturbance == Disturbance::clock_jumped) {
    return fmt::format(
        "the GPU's clock went between {:.0f} and {:.0f} MHz, and at one clock rate the program "
        "might "
        "be fast enough: grade again with nothing else on the GPU, a laptop on mains power",
        race.hz[0] * 1e-6, race.hz[1] * 1e-6);
  }
  return fmt::format(
      "the textbook solution was at {:.0f} % of the speed it had just before: something else used "
      "the GPU, or its clock fell",
      100 * race.reference_kept);
}

std::string keeps_busy(double reference_kept) {
  return fmt::format(
      "beside your program the textbook solution is at {:.0f} % of its own speed, and it recovers "
      "each time your program is ended: something of yours works on when matmul's calls are done "
      "(a kernel on a stream of its own, a thread)",
      100 * reference_kept);
}

}  // namespace gemmlab
