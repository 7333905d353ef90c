#include "grader/judge/counts.h"

#include "grader/judge/evidence.h"
#include "grader/judge/trial.h"

namespace gemmlab {
namespace {

Metrics complete(Metrics metrics, const Shape& shape) {
  metrics.shape = shape;
  const double flops = 2.0 * shape.m * shape.n * shape.k;
  metrics.bytes_per_flop = double(metrics.global_load.bytes + metrics.global_store.bytes) / flops;
  return metrics;
}

}  // namespace

void judge_counts(const Candidate& candidate, LabResult& lab) {
  const auto& places = candidate.plan.evidence;
  const Verdict values = value_verdict(candidate.plan, lab);
  if (values != Verdict::passed) {
    for (std::size_t at : places) {
      fail(lab.checks[at], values, "not examined: the values are not right");
    }
    return;
  }
  candidate.say("counting at 128x128x128");
  TrialInput input;
  input.shape = {kMetricsExtent, kMetricsExtent, kMetricsExtent, "counted"};
  input.seed = candidate.options.seed;
  input.closely = true;
  const Trial trial = attempt(candidate.session, input);
  if (!trial.right()) {
    for (std::size_t at : places) {
      fail(lab.checks[at], trial, candidate.source);
      lab.checks[at].shape = input.shape;
    }
    return;
  }
  lab.metrics = complete(trial.outcome.reply.metrics, input.shape);
  const std::string nothing = nothing_examined(*lab.metrics);
  for (std::size_t i = 0; i < places.size(); ++i) {
    Check& check = lab.checks[places[i]];
    if (nothing.empty()) {
      judge_evidence(candidate.spec.evidence[i], *lab.metrics, check);
    } else {
      fail(check, Verdict::misses_the_point, nothing);
    }
  }
}

}  // namespace gemmlab
