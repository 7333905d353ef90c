#include "grader/judge/speed.h"

#include <fmt/format.h>

#include "grader/core/inputs.h"
#include "grader/judge/compile.h"
#include "grader/judge/paths.h"
#include "grader/judge/plan.h"
#include "grader/judge/runner.h"
#include "grader/speed/race.h"
#include "grader/speed/statistics.h"

namespace gemmlab {
namespace {

// A program of ours that the student's is timed against.
struct Opponent {
  std::filesystem::path source;
  Backend backend = Backend::cuda;
};

Opponent solution_of(const Lab& lab) {
  const std::filesystem::path source = paths().solutions() / lab.path();
  return {source, source.extension() == ".cpp" ? Backend::cpu : Backend::cuda};
}

Opponent baseline_of(const Spec& spec, const Lab& lab) {
  if (spec.speed.over == lab.slug()) {
    return {paths().root / "grader" / "speed" / "textbook_loop.cpp", Backend::cpu};
  }
  const std::vector<Lab> labs = read_labs(paths().table());
  return solution_of(*find_lab(labs, spec.speed.over));
}

// Runs something of ours: whatever goes wrong there is not the student's fault.
template <typename Action>
auto ours(Action action) {
  try {
    return action();
  } catch (const Untimed& why) {
    throw Untimed{Verdict::not_graded, "the reference programs cannot be timed: " + why.reason};
  }
}

struct Timed {
  RaceResult race;
  int size = 0;  // of the student's matrices
};

Timed time_all(const Spec& spec, const Lab& lab, Session& student, std::uint64_t seed) {
  const Opponent slower = baseline_of(spec, lab), textbook = solution_of(lab);
  Session baseline_session = ours([&] { return session_of(slower.source, slower.backend); });
  Session reference_session = ours([&] { return session_of(textbook.source, textbook.backend); });
  // Ours are warmed up while the student's program does not run, whose threads and kernels could
  // hold them up.
  student.stop();
  baseline_session.load();
  reference_session.load();
  const std::uint64_t budget = memory_budget(reference_session, 3);
  Runner baseline(baseline_session, budget), reference(reference_session, budget),
      mine(student, budget);
  Pools baseline_pools, pools;
  ours([&] {
    baseline_pools = baseline.fitting_pools(draw(seed, 2));
    baseline.take(baseline_pools);
    const bool alike = baseline_session.backend() == student.backend();
    pools = alike ? Pools{} : reference.fitting_pools(draw(seed, 3));
    return 0;
  });
  const Pools& chosen = pools.size != 0 ? pools : baseline_pools;
  ours([&] {
    reference.take(chosen);
    warm_up(baseline.contestant());
    warm_up(reference.contestant());
    return 0;
  });
  mine.take(chosen);
  warm_up(mine.contestant());
  if (student.backend() == Backend::cpu) {
    reference.contestant().warm_rate = 0;  // processors are shared with other programs anyway
  }
  Contestant& first = baseline.contestant();
  Contestant& last = reference.contestant();
  for (Contestant* each : {&first, &last}) {
    each->sample = [sample = each->sample](int calls) {
      return ours([&] { return sample(calls); });
    };
  }
  return {race(first, mine.contestant(), last, spec.speed.nominal, draw(seed, 1)), chosen.size};
}

std::string sentence(const Speed& speed, Backend backend) {
  const std::string where = backend == Backend::cuda ? "on your GPU" : "on this machine";
  const std::string yours = fmt::format("yours is {:.2f}x ({:.2f} to {:.2f})", speed.ratio,
                                        speed.interval[0], speed.interval[1]);
  if (speed.required == speed.nominal) {
    return fmt::format("{:.2f}x the speed of {} is needed; {}, the textbook solution's {:.2f}x {}.",
                       speed.required, speed.baseline, yours, speed.reference_ratio, where);
  }
  return fmt::format("70 % of the textbook solution's speed-up over {} {} is {:.2f}x; {}.",
                     speed.baseline, where, speed.required, yours);
}

void settle(const Timed& timed, Backend backend, Speed& speed) {
  if (timed.race.outcome == SpeedOutcome::not_graded) {
    throw Untimed{Verdict::not_graded,
                  fmt::format("the textbook solution was at {:.0f} % of the speed it had just "
                              "before: something else used the GPU, or its clock fell",
                              100 * timed.race.reference_kept)};
  }
  const Ratios student = summarise(timed.race.student);
  speed.shape = Shape{timed.size, timed.size, timed.size, "timed"};
  speed.ratio = student.median;
  speed.interval = student.interval;
  speed.required = timed.race.required;
  speed.reference_ratio = summarise(timed.race.reference).median;
  speed.gflops = timed.race.student_flops * 1e-9;
  speed.outcome = timed.race.outcome;
  speed.reason = sentence(speed, backend);
}

void leave_untimed(const Untimed& why, Check& check, Speed& speed) {
  speed.outcome = SpeedOutcome::not_graded;
  speed.reason = why.reason;
  if (why.verdict == Verdict::not_graded) {
    check.message = why.reason;
  } else {
    fail(check, why.verdict, "The speed cannot be judged: " + why.reason + ".");
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
    settle(time_all(spec, lab, student, options.seed), student.backend(), speed);
  } catch (const Untimed& why) {
    leave_untimed(why, check, speed);
    return;
  } catch (const InfrastructureError& error) {
    if (options.require_gpu) {
      throw;
    }
    leave_untimed({Verdict::not_graded, error.what()}, check, speed);
    return;
  }
  if (speed.outcome == SpeedOutcome::too_slow) {
    fail(check, Verdict::too_slow, speed.reason + "\nLikely cause: " + spec.speed.usual_cause);
  } else {
    pass(check);
  }
}

}  // namespace gemmlab
