#include "grader/judge/speed_check.h"

#include "grader/core/infrastructure_error.h"
#include "grader/speed/race.h"
#include "grader/speed/runner.h"
#include "grader/speed/speed_baselines.h"
#include "grader/speed/timing_turn.h"

namespace gemmlab {
namespace {

void settle(const RaceResult& race, const Pools& pools, bool on_gpu, Speed& speed) {
  const Ratios student = summarise(race.student);
  speed.shape = Shape{pools.m, pools.n, pools.k, "timed"};
  speed.ratio = student.median;
  speed.interval = student.interval;
  speed.required = race.required;
  speed.reference_ratio = summarise(race.reference).median;
  speed.gflops = race.student_flops * 1e-9;
  speed.blocks = int(race.student.size());
  speed.clock_mhz = {race.hz[0] * 1e-6, race.hz[1] * 1e-6};
  speed.outcome = race.outcome;
  speed.on_gpu = on_gpu;
}

// Throws Untimed if there is no outcome.
void time_all(const Spec& spec, const Lab& lab, Session& student, std::uint64_t shape_key,
              const JudgeOptions& options, Speed& speed) {
  // The baselines are warmed up while the student's program is stopped, because its threads and
  // kernels could slow them down; it also cannot hold the turn that we wait for.
  student.stop();
  const TimingTurn turn({student.backend()}, options.progress, options.patience);
  SpeedBaselines baselines(spec, lab, options.seed, shape_key);
  const RaceResult race = baselines.race_against(student, options.seed);
  if (race.disturbance) {
    const bool is_slowed = holds_alternative<ReferenceSlowed>(race.disturbance->cause);
    throw is_slowed && baselines.are_held_up_by(student)
        ? Untimed{Verdict::misses_the_point, KeptBusy{race.reference_kept}}
        : *race.disturbance;
  }
  settle(race, baselines.pools(), student.backend() == Backend::cuda, speed);
  speed.read_by_program = student.keeps_its_matrices();
}

}  // namespace

Speed speed_asked_for(const Spec& spec) {
  Speed speed;
  speed.over = spec.speed.over;
  speed.baseline = spec.speed.baseline;
  speed.nominal = spec.speed.nominal;
  return speed;
}

SpeedJudgement judge_speed(const Spec& spec, const Lab& lab, Session& student,
                           std::uint64_t shape_key, const JudgeOptions& options) {
  Speed speed = speed_asked_for(spec);
  try {
    time_all(spec, lab, student, shape_key, options, speed);
  } catch (const Untimed& why) {
    Judgement judgement = failed({why.verdict, SpeedNotJudged{why}});
    if (why.verdict == Verdict::not_graded) {
      judgement.outcome = CheckOutcome::not_graded;
      judgement.reason = Reason::speed_unsettled;
    }
    return {judgement, speed_asked_for(spec)};
  } catch (const InfrastructureError& error) {
    if (options.require_gpu) {
      throw;
    }
    return {not_graded(Reason::machine, error.what()), speed_asked_for(spec)};
  }
  if (speed.outcome == SpeedOutcome::too_slow) {
    return {failed({Verdict::too_slow, TooSlow{speed, spec.speed.usual_cause}}), speed};
  }
  return {passed(), speed};
}

}  // namespace gemmlab
