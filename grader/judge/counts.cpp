#include "grader/judge/counts.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "grader/core/source_text.h"
#include "grader/judge/evidence.h"
#include "grader/judge/trial.h"
#include "grader/judge/trial_check.h"

namespace gemmlab {
namespace {

// The trial's counts with what follows from them.
Metrics metrics_of(const Trial& trial, const Shape& shape) {
  Metrics metrics = trial.outcome.reply.metrics;
  metrics.shape = shape;
  const double flops = 2.0 * shape.m * shape.n * shape.k;
  metrics.bytes_per_flop = double(metrics.global_load.bytes + metrics.global_store.bytes) / flops;
  return metrics;
}

// The same with the text of the student's lines. Lines of other files stay without.
Metrics with_source(Metrics metrics, const Candidate& candidate) {
  const std::vector<std::string_view> lines = lines_of(candidate.text);
  for (LineMetrics& line : metrics.lines) {
    const bool own = is_own_file(line.file, candidate.source) && line.line >= 1 &&
                     line.line <= int(lines.size());
    line.source = own ? lines[line.line - 1] : "";
  }
  return metrics;
}

TrialInput input_of(const Candidate& candidate, const Shape& shape) {
  TrialInput input;
  input.shape = shape;
  input.seed = candidate.options.seed;
  return input;
}

TrialInput counted_input(const Candidate& candidate) {
  const Shape usual{kMetricsExtent, kMetricsExtent, kMetricsExtent, "counted"};
  TrialInput input = input_of(candidate, candidate.options.only_shape.value_or(usual));
  input.closely = true;
  return input;
}

Trial counted(const Candidate& candidate, const TrialInput& input) {
  candidate.say(fmt::format("counting at {}x{}x{}", input.shape.m, input.shape.n, input.shape.k));
  return attempt(candidate.session, input);
}

// A tile that reaches past C loads for multiply-adds that count for nothing, and many tiles do at
// the counted shape. Where the kernel loads too much there, it is asked again where few do.
Metrics with_room(const Candidate& candidate, const Metrics& metrics) {
  const TrialInput input =
      input_of(candidate, {kRoomyExtent, kRoomyExtent, kRoomyDepth, "counted with room"});
  const Trial trial = counted(candidate, input);
  return trial.right() ? metrics_of(trial, input.shape) : metrics;
}

bool depends_on_room(const Evidence& evidence, const Metrics& metrics) {
  return evidence.kind == Evidence::Kind::shared_loads_per_fma_at_most &&
         measured(evidence, metrics) > evidence.limit;
}

// Metrics of a run that finished, right or wrong.
void keep_to_explain(const Trial& trial,
                     const TrialInput& input,
                     const Candidate& candidate,
                     LabResult& lab) {
  const bool finished =
      trial.outcome.kind == Outcome::Kind::replied && trial.outcome.reply.out_of_time.empty();
  if (finished) {
    lab.metrics = with_source(metrics_of(trial, input.shape), candidate);
  } else {
    lab.not_counted = "the run in which they are counted did not finish";
  }
}

}  // namespace

void judge_counts(const Candidate& candidate, LabResult& lab) {
  const auto& places = candidate.plan.evidence;
  const Verdict values = value_verdict(candidate.plan, lab);
  if (values != Verdict::passed) {
    for (std::size_t at : places) {
      fail(lab.checks[at], values, "not examined: the values are not right");
    }
    if (candidate.options.explain) {
      count_to_explain(candidate, lab);
    }
    return;
  }
  const TrialInput input = counted_input(candidate);
  const Trial trial = counted(candidate, input);
  if (!trial.right()) {
    for (std::size_t at : places) {
      fail(lab.checks[at], trial, candidate.source);
      lab.checks[at].shape = input.shape;
    }
    if (candidate.options.explain) {
      keep_to_explain(trial, input, candidate, lab);
    }
    return;
  }
  lab.metrics = with_source(metrics_of(trial, input.shape), candidate);
  const std::string nothing = nothing_examined(*lab.metrics);
  for (std::size_t i = 0; i < places.size(); ++i) {
    Check& check = lab.checks[places[i]];
    if (nothing.empty()) {
      const Evidence& evidence = candidate.spec.evidence[i];
      judge_evidence(evidence,
                     depends_on_room(evidence, *lab.metrics) ? with_room(candidate, *lab.metrics)
                                                             : *lab.metrics,
                     check);
    } else {
      fail(check, Verdict::misses_the_point, nothing);
    }
  }
}

void count_to_explain(const Candidate& candidate, LabResult& lab) {
  if (value_verdict(candidate.plan, lab) == Verdict::timed_out) {
    lab.not_counted = "the kernel does not end in time";
    return;
  }
  const TrialInput input = counted_input(candidate);
  keep_to_explain(counted(candidate, input), input, candidate, lab);
}

}  // namespace gemmlab
