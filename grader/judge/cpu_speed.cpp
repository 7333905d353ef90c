#include "grader/judge/cpu_speed.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grader/core/compare.h"
#include "grader/judge/compile.h"
#include "grader/judge/paths.h"
#include "grader/judge/plan.h"
#include "grader/judge/trial.h"
#include "grader/speed/statistics.h"

namespace gemmlab {
namespace {

constexpr int kSizes[] = {256, 320, 384};
constexpr double kLongestBaseline = 0.025;  // seconds a call
constexpr double kShortestSample = 0.005;   // seconds a batch
constexpr std::chrono::milliseconds kBatchLimit{10'000};

// What went wrong while timing, other than slowness.
struct Untimed {
  Verdict verdict = Verdict::not_graded;
  std::string reason;
};

int last_allowed_cpu() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
    if (CPU_ISSET(cpu, &allowed)) {
      return cpu;
    }
  }
  return -1;
}

// One of the three programs that are timed.
struct Contestant {
  Session* session = nullptr;
  int calls = 1;
};

class Race {
 public:
  Race(std::uint64_t seed, Contestant baseline, Contestant student, Contestant reference)
      : seed_(seed), cpu_(last_allowed_cpu()), all_{baseline, student, reference} {}

  void choose_size() {
    for (int size : kSizes) {
      size_ = size;
      const double seconds = std::min(sample(all_[0]), sample(all_[0]));
      if (seconds > kLongestBaseline && size != kSizes[0]) {
        size_ = size - 64;
        break;
      }
    }
    for (Contestant& each : all_) {
      each.calls = 1;
      const double seconds = std::min(sample(each), sample(each));
      each.calls = std::clamp(int(std::ceil(kShortestSample / seconds)), 1, 64);
    }
  }

  // One block: baseline, student, reference, and back again, so that drift cancels. Gives the
  // speed-up of student and reference over the baseline, the better of two samples each.
  std::array<double, 2> block() {
    std::array<double, 3> best;
    best.fill(INFINITY);
    const bool mirrored = draw(seed_, draws_++) & 1;
    for (int i : mirrored ? std::array{2, 1, 0, 0, 1, 2} : std::array{0, 1, 2, 2, 1, 0}) {
      best[i] = std::min(best[i], sample(all_[i]));
    }
    student_seconds_ = std::min(student_seconds_, best[1]);
    return {best[0] / best[1], best[0] / best[2]};
  }

  Shape shape() const { return {size_, size_, size_, ""}; }
  double student_gflops() const { return 2e-9 * size_ * size_ * size_ / student_seconds_; }

 private:
  // Seconds a call, by the judge's clock. Throws Untimed.
  double sample(const Contestant& contestant) {
    const Operands operands = make_operands(InputKind::uniform, shape(), draw(seed_, draws_++));
    BatchRequest request{size_, size_, size_, contestant.calls, cpu_};
    const Outcome outcome = contestant.session->batch(request, operands.a, operands.b, kBatchLimit);
    if (outcome.kind != Outcome::Kind::replied) {
      throw Untimed{outcome.kind == Outcome::Kind::exited      ? Verdict::exited
                    : outcome.kind == Outcome::Kind::timed_out ? Verdict::timed_out
                                                               : Verdict::crashed,
                    "while it was timed, the program ended: " + outcome.detail};
    }
    const int row = int(draw(~seed_, draws_) % std::uint64_t(size_));
    if (!row_is_right(shape(), operands, contestant.session->c().data(), row)) {
      throw Untimed{Verdict::wrong,
                    fmt::format("row {} of C was wrong after a timed run with fresh inputs at {} x "
                                "{} x {}",
                                row, size_, size_, size_)};
    }
    return outcome.seconds / contestant.calls;
  }

  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
  int cpu_;
  int size_ = 0;
  double student_seconds_ = INFINITY;
  std::array<Contestant, 3> all_;
};

// One measurement of up to kBlocks blocks.
struct Measured {
  std::vector<double> student, reference;
  double required = 0;
};

Measured measure(Race& race, double nominal) {
  Measured measured;
  while (int(measured.student.size()) < kBlocks) {
    const auto [student, reference] = race.block();
    measured.student.push_back(student);
    measured.reference.push_back(reference);
    measured.required = required_ratio(nominal, summarise(measured.reference).median);
    if (clearly_fast(measured.student, measured.required) ||
        clearly_slow(measured.student, measured.required)) {
      break;
    }
  }
  return measured;
}

std::string sentence(const Speed& speed, const SpeedGoal& goal) {
  const bool by_nominal = speed.required == speed.nominal;
  const std::string need =
      by_nominal ? fmt::format("{:.2f}x the speed of {} is asked", speed.required, goal.baseline)
                 : fmt::format("70 % of the textbook solution's speed-up over {} is {:.2f}x",
                               goal.baseline, speed.required);
  return fmt::format("{}; yours is {:.2f}x ({:.2f} to {:.2f}), the textbook solution's {:.2f}x.",
                     need, speed.ratio, speed.interval[0], speed.interval[1],
                     speed.reference_ratio);
}

void settle_speed(const SpeedGoal& goal, const Measured& measured, Race& race, Speed& speed) {
  const Ratios student = summarise(measured.student);
  speed.shape = race.shape();
  speed.ratio = student.median;
  speed.interval = student.interval;
  speed.required = measured.required;
  speed.reference_ratio = summarise(measured.reference).median;
  speed.gflops = race.student_gflops();
  speed.outcome = outcome_of(measured.student, measured.required);
  speed.reason = sentence(speed, goal);
}

void not_timed(Check& check, Speed& speed, const Untimed& why) {
  speed.outcome = SpeedOutcome::not_graded;
  speed.reason = why.reason;
  if (why.verdict == Verdict::not_graded) {
    check.message = why.reason;
  } else {
    fail(check, why.verdict, "The speed cannot be judged: " + why.reason + ".");
  }
}

}  // namespace

void judge_cpu_speed(const Spec& spec,
                     const Lab& lab,
                     Session& student,
                     const JudgeOptions& options,
                     Check& check,
                     Speed& speed) {
  const auto baseline =
      compile(paths().root / "grader" / "speed" / "textbook_loop.cpp", ModuleKind::cpu);
  const auto reference = compile(paths().solutions() / lab.path(), ModuleKind::cpu);
  for (const CompileResult& compiled : {baseline, reference}) {
    if (compiled.outcome != CompileResult::Outcome::ok) {
      not_timed(check, speed,
                {Verdict::not_graded, "the baseline does not compile here: " + compiled.message});
      return;
    }
  }
  constexpr std::size_t kElements = 3 * 384 * 384;
  Session baseline_session("cpu", baseline.module, kElements);
  Session reference_session("cpu", reference.module, kElements);
  try {
    Race race(options.seed, {&baseline_session}, {&student}, {&reference_session});
    race.choose_size();
    Measured measured = measure(race, spec.speed.nominal);
    if (clearly_slow(measured.student, measured.required)) {
      measured = measure(race, spec.speed.nominal);  // once more: the machine may have been busy
    }
    settle_speed(spec.speed, measured, race, speed);
  } catch (const Untimed& why) {
    not_timed(check, speed, why);
    return;
  }
  if (speed.outcome == SpeedOutcome::too_slow) {
    fail(check, Verdict::too_slow,
         speed.reason +
             "\nLikely cause: the inner loop walks down a column of b. Let it walk along "
             "rows.");
  } else {
    pass(check);
  }
}

}  // namespace gemmlab
