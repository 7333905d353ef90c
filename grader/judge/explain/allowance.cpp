#include "grader/judge/explain/allowance.h"

namespace gemmlab {
namespace {

constexpr double kStart = 1e5, kDeath = 2e6, kLoop = 1e8, kASecond = 2e8;  // of a run

double cost_of(const Outcome& outcome, Backend backend) {
  if (backend == Backend::cpu) {
    return kASecond * outcome.seconds;
  }
  const bool is_idle =
      outcome.reply.out_of_time && outcome.reply.out_of_time->reason == StopReason::idle_loop;
  return outcome.kind == Outcome::Kind::timed_out ? 10 * kLoop
         : outcome.kind != Outcome::Kind::replied
             ? kDeath
             : double(outcome.reply.accesses) + (is_idle ? kLoop : 0);
}

}  // namespace

Trial Allowance::attempt(Session& session, const TrialInput& run) {
  Trial trial = gemmlab::attempt(session, run);
  left_ -= kStart + cost_of(trial.outcome, session.backend());
  return trial;
}

}  // namespace gemmlab
