#include "grader/judge/speed.h"

#include "grader/judge/plan.h"
#include "grader/report/words/speed_words.h"
#include "grader/speed/speed_baselines.h"
#include "grader/speed/statistics.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

void settle(const RaceResult& race, int size, Speed& speed) {
  const Ratios student = summarise(race.student);
  speed.shape = Shape{size, size, size, "timed"};
  speed.ratio = student.median;
  speed.interval = student.interval;
  speed.required = race.required;
  speed.reference_ratio = summarise(race.reference).median;
  speed.gflops = race.student_flops * 1e-9;
  speed.blocks = int(race.student.size());
  speed.clock_mhz = {race.hz[0] * 1e-6, race.hz[1] * 1e-6};
  speed.outcome = race.outcome;
}

// Throws Untimed where no outcome was reached.
void time_all(
    const Spec& spec, const Lab& lab, Session& student, const JudgeOptions& options, Speed& speed) {
  // The baselines are warmed up while the student's program does not run, whose threads and kernels
  // could hold them up; nor can it hold the turn that we wait for.
  student.stop();
  const TimingTurn turn({student.backend()}, options.progress, options.patience);
  SpeedBaselines baselines(spec, lab, options.seed);
  const RaceResult race = baselines.race_against(student, options.seed);
  if (race.disturbance) {
    const bool is_slowed = std::holds_alternative<ReferenceSlowed>(race.disturbance->cause);
    throw is_slowed && baselines.are_held_up_by(student)
        ? Untimed{Verdict::misses_the_point, KeptBusy{race.reference_kept}}
        : *race.disturbance;
  }
  settle(race, baselines.size(), speed);
  speed.reason = sentence(speed, student.backend() == Backend::cuda);
}

void leave_untimed(const Untimed& why, Check& check, Speed& speed) {
  speed.outcome = SpeedOutcome::not_graded;
  speed.reason = sentence(why);
  if (why.verdict == Verdict::not_graded) {
    check.message = speed.reason;
  } else {
    fail(check, why.verdict, "The speed cannot be judged: " + speed.reason + ".");
  }
}

}  // namespace

void judge_speed(const Spec& spec,
                 const Lab& lab,
                 Session& student,
                 const JudgeOptions& options,
                 Check& check,
                 Speed& speed) {
  try {
    time_all(spec, lab, student, options, speed);
  } catch (const Untimed& why) {
    leave_untimed(why, check, speed);
    return;
  } catch (const InfrastructureError& error) {
    if (options.require_gpu) {
      throw;
    }
    leave_untimed({.cause = MachineProblem{error.what()}}, check, speed);
    return;
  }
  if (speed.outcome == SpeedOutcome::too_slow) {
    fail(check, Verdict::too_slow, speed.reason + "\nLikely cause: " + spec.speed.usual_cause);
  } else {
    pass(check);
  }
}

}  // namespace gemmlab
