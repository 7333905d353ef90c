#include "grader/judge/explain/allowance.h"

#include "grader/judge/plan.h"

namespace gemmlab {
namespace {

// In accesses of whole warps, of which the simulator does most in a second: of a run's start, of
// the end of its process, of a loop that is stopped, and of what single lanes do.
constexpr double kStart = 1e6, kDeath = 1e7, kLoop = 1e8, kRequest = 20, kFinding = 60;
// A product, where values are kept in registers and few accesses are left.
constexpr double kProduct = 1.5;

double cost_of(const RunReply& reply, const Shape& shape) {
  double cost = std::max(double(reply.accesses), kProduct * padded_volume(shape, kUsualTile));
  for (const AccessCounts& each : {reply.counts.global_load, reply.counts.global_store,
                                   reply.counts.shared_load, reply.counts.shared_store}) {
    cost += kRequest * double(each.requests);
  }
  for (const Finding& finding : reply.findings) {
    cost += kFinding * double(finding.count);
  }
  const bool is_idle = reply.out_of_time && reply.out_of_time->reason == StopReason::idle_loop;
  return cost + (is_idle ? kLoop : 0);
}

double cost_of(const Outcome& outcome, Backend backend, const Shape& shape) {
  switch (outcome.kind) {
    case Outcome::Kind::replied:
      // Loops of the CPU itself are fast, and nobody counts them.
      return backend == Backend::cpu ? 0.5 * shape.m * shape.n * shape.k
                                     : cost_of(outcome.reply, shape);
    case Outcome::Kind::timed_out:
      return (backend == Backend::cpu ? 1 : 10) * kLoop;
    default:
      return kDeath;
  }
}

}  // namespace

Trial Allowance::attempt(Session& session, const TrialInput& run) {
  Trial trial = gemmlab::attempt(session, run);
  left_ -= kStart + cost_of(trial.outcome, session.backend(), run.given.shape);
  return trial;
}

}  // namespace gemmlab
