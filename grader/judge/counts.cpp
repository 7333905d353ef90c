#include "grader/judge/counts.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/source/source_text.h"
#include "grader/judge/evidence.h"
#include "grader/judge/trial.h"
#include "grader/judge/trial_check.h"
#include "grader/report/words/target_words.h"

namespace gemmlab {
namespace {

// The trial's counts with what follows from them.
Metrics metrics_of(const Trial& trial, const Shape& shape) {
  Metrics metrics{trial.outcome.reply.counts, shape};
  const double flops = 2.0 * shape.m * shape.n * shape.k;
  metrics.bytes_per_flop = double(metrics.global_load.bytes + metrics.global_store.bytes) / flops;
  return metrics;
}

// The same with the text of the student's lines, and with names for all memory. Lines of other
// files stay without.
Metrics with_source(Metrics metrics, const Candidate& candidate) {
  const std::vector<std::string_view> lines = lines_of(candidate.text);
  for (LineMetrics& line : metrics.lines) {
    const bool own = is_own_file(line.file, candidate.source) && line.line >= 1 &&
                     line.line <= int(lines.size());
    line.source = own ? lines[line.line - 1] : "";
    for (AccessPlace& place : line.places) {
      place.example.variable = words_of_memory(place);
    }
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

// Some counts are high at the usual shape for a reason that hardly weighs at others. The shape at
// which such a count is least; none if it is low enough, or the same everywhere.
std::optional<Shape> fairer_shape(const Evidence& evidence, const Metrics& metrics) {
  if (measured(evidence, metrics) <= evidence.limit) {
    return std::nullopt;
  }
  switch (evidence.kind) {
    case Evidence::Kind::shared_loads_per_fma_at_most:
      // A tile that reaches past C loads for multiply-adds that count for nothing.
      return Shape{kRoomyExtent, kRoomyExtent, kRoomyDepth, "counted with room"};
    case Evidence::Kind::sectors_over_ideal_at_most:
      // A thread with several outputs scatters them, once.
      return Shape{kMetricsExtent, kMetricsExtent, kLongDepth, "counted with a long k"};
    default:
      return std::nullopt;
  }
}

// What the evidence is judged by.
Metrics fair_metrics(const Candidate& candidate, const Evidence& evidence, const Metrics& metrics) {
  const auto shape = fairer_shape(evidence, metrics);
  if (!shape) {
    return metrics;
  }
  const TrialInput input = input_of(candidate, *shape);
  const Trial trial = counted(candidate, input);
  if (!trial.right()) {
    return metrics;
  }
  Metrics fair = metrics_of(trial, input.shape);
  return measured(evidence, fair) < measured(evidence, metrics) ? fair : metrics;
}

// Metrics of a run that finished, right or wrong.
void keep_to_explain(const Trial& trial,
                     const TrialInput& input,
                     const Candidate& candidate,
                     LabResult& lab) {
  const bool finished =
      trial.outcome.kind == Outcome::Kind::replied && !trial.outcome.reply.out_of_time;
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
      judge_evidence(evidence, fair_metrics(candidate, evidence, *lab.metrics), check);
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
