#include "grader/judge/evidence_checks.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/source/source_text.h"
#include "grader/judge/evidence.h"
#include "grader/judge/failed_trial.h"
#include "grader/judge/trial.h"
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
  if (is_met(evidence, metrics)) {
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
EvidenceChecks explained(const Trial& trial, const TrialInput& input, const Candidate& candidate) {
  EvidenceChecks result;
  if (trial.outcome.kind == Outcome::Kind::replied && !trial.outcome.reply.out_of_time) {
    result.metrics = with_source(metrics_of(trial, input.shape), candidate);
  } else {
    result.not_counted = NotCounted::not_finished;
  }
  return result;
}

}  // namespace

EvidenceChecks judge_evidence(const Candidate& candidate, std::vector<Check> planned) {
  const TrialInput input = counted_input(candidate);
  const Trial trial = counted(candidate, input);
  if (!trial.right()) {
    EvidenceChecks result =
        candidate.options.explain ? explained(trial, input, candidate) : EvidenceChecks{};
    for (Check& check : planned) {
      check.shape = input.shape;
      result.checks.push_back(failed_by(trial, candidate.source, std::move(check)));
    }
    return result;
  }
  EvidenceChecks result;
  result.metrics = with_source(metrics_of(trial, input.shape), candidate);
  const auto elsewhere = not_computed_by_kernels(*result.metrics);
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const Evidence& evidence = candidate.spec.evidence[i];
    result.checks.push_back(
        elsewhere ? failed(std::move(planned[i]), Verdict::misses_the_point, *elsewhere)
                  : judge_limit(evidence, fair_metrics(candidate, evidence, *result.metrics),
                                std::move(planned[i])));
  }
  return result;
}

EvidenceChecks count_to_explain(const Candidate& candidate, Verdict values) {
  if (values == Verdict::timed_out) {
    return {{}, {}, NotCounted::timed_out};
  }
  const TrialInput input = counted_input(candidate);
  return explained(counted(candidate, input), input, candidate);
}

}  // namespace gemmlab
