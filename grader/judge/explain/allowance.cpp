#include "grader/judge/explain/allowance.h"

namespace gemmlab {
namespace {

constexpr double kStart = 1e5, kDeath = 2e6, kLoop = 1e8;  // of a run

double cost_of(const Outcome& outcome, Backend backend, const Shape& shape) {
  const bool is_idle =
      outcome.reply.out_of_time && outcome.reply.out_of_time->reason == StopReason::idle_loop;
  return outcome.kind == Outcome::Kind::timed_out ? (backend == Backend::cpu ? 1 : 10) * kLoop
         : outcome.kind != Outcome::Kind::replied ? kDeath
         : backend == Backend::cpu
             ? 0.5 * shape.m * shape.n * shape.k  // loops without analysis are fast
             : double(outcome.reply.accesses) + (is_idle ? kLoop : 0);
}

}  // namespace

Trial Allowance::attempt(Session& session, const TrialInput& run) {
  Trial trial = gemmlab::attempt(session, run);
  left_ -= kStart + cost_of(trial.outcome, session.backend(), run.given.shape);
  return trial;
}

}  // namespace gemmlab
