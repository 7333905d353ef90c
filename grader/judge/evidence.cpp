#include "grader/judge/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/changes/source_lines.h"
#include "grader/core/drawn_shapes.h"
#include "grader/core/source/source_text.h"
#include "grader/judge/measures.h"
#include "grader/judge/values/computed_elsewhere.h"
#include "grader/judge/values/counted_run.h"
#include "grader/judge/values/trial.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

// The line that costs the most, or exceeds its minimum the most; none if no line is known to.
std::vector<Place> worst_line(const Measure& measure, const Metrics& metrics) {
  if (measure.excess == nullptr || metrics.lines.empty()) {
    return {};
  }
  const LineMetrics& worst = *std::ranges::max_element(metrics.lines, {}, measure.excess);
  return measure.excess(worst) > 0 ? std::vector<Place>{{"", worst.line}} : std::vector<Place>{};
}

double measured(const Evidence& evidence, const Metrics& metrics) {
  return measure_of(evidence.kind).value(metrics);
}

bool is_met(const Evidence& evidence, const Metrics& metrics) {
  const double value = measured(evidence, metrics);
  return measure_of(evidence.kind).is_at_least ? value >= evidence.limit : value <= evidence.limit;
}

// With the room that a right kernel needs where its tiles extend beyond C, and where rows do not
// begin at sectors. The other counts are per request, or so much better for large tiles, which
// extend the farthest, that they need none.
Evidence at_shape(Evidence evidence, const Shape& shape) {
  if (evidence.kind == Evidence::Kind::shared_loads_per_fma_at_most) {
    evidence.limit *= padded_volume(shape) / (double(shape.m) * shape.n * shape.k);
  } else if (evidence.kind == Evidence::Kind::global_load_bytes_at_least && !fits(shape, 128)) {
    evidence.limit = 0;  // rows do not allow 16 bytes, or lanes beyond the edge load nothing
  } else if (evidence.kind == Evidence::Kind::tensor_share_at_least) {
    // What lies in tiles that are not whole may be multiplied by single elements.
    const auto whole = [](int extent, int tile) { return double(extent / tile * tile) / extent; };
    evidence.limit *= whole(shape.m, 128) * whole(shape.n, 128) * whole(shape.k, 64);
  } else if (evidence.kind == Evidence::Kind::sectors_over_ideal_at_most && shape.n % 4 != 0) {
    // Four accesses stand for one of 16 bytes a lane, which rows like these do not allow: a warp
    // touches 17 sectors in each, where 4 would do. Columns of a matrix take 32.
    evidence.limit = 17.0 / 4;
  }
  return evidence;
}

// With the text of the student's lines, and with names for all memory. Lines of other files get no
// text.
Metrics with_source(Metrics metrics, const Candidate& candidate) {
  const std::vector<std::string_view> lines = lines_of(candidate.text);
  const SourceLines text(candidate.text);
  for (LineMetrics& line : metrics.lines) {
    const bool own = is_own_file(line.file, candidate.source);
    if (line.shared_load.requests > 0 && metrics.unusual_loop == 0) {
      const std::vector<int> loops = own ? text.unusual_loops(line.line) : std::vector{line.line};
      metrics.unusual_loop = loops.empty() ? 0 : loops.front();
    }
    line.file = own ? line.file : ForeignText(line.file, kNameCut).text();
    line.source = own && line.line >= 1 && line.line <= int(lines.size())
                      ? ForeignText(lines[line.line - 1], kNameCut).text()
                      : "";
    for (AccessPlace& place : line.places) {
      place.example.variable = words_of_memory(place);
    }
  }
  return metrics;
}

Trial counted(const Candidate& candidate, const TrialInput& input) {
  candidate.options.say(fmt::format("counting at {}x{}x{}", input.given.shape.m,
                                    input.given.shape.n, input.given.shape.k));
  return attempt(candidate.session, input);
}

// The same counts if k were long: what is done once for each element of C, as storing it, hardly
// counts there. Arithmetic and no run, because a run has a size that a program can tell.
Metrics at_long_depth(Metrics metrics) {
  constexpr int kLongDepth = 1024;
  const double longer = std::max(1.0, double(kLongDepth) / metrics.shape.k);
  for (std::uint64_t AccessCounts::*const count :
       {&AccessCounts::units, &AccessCounts::ideal_units}) {
    metrics.global_load.*count = std::uint64_t(longer * double(metrics.global_load.*count));
  }
  return metrics;
}

// The metrics that decide: of these the first that miss the limit. Some counts are high there for a
// reason that hardly matters elsewhere: then fairer ones.
Metrics telling_metrics(const Candidate& candidate, const Evidence& evidence,
                        const std::vector<Metrics>& all) {
  if (evidence.kind == Evidence::Kind::blocks_at_least ||
      evidence.kind == Evidence::Kind::pieces_of_k_at_least ||
      evidence.kind == Evidence::Kind::load_instructions_per_fma_at_most ||
      (evidence.kind == Evidence::Kind::bank_conflicts_at_most && are_merged(all.front()))) {
    return all.front();  // only there it is known what the compiler merges
  }
  if (evidence.kind == Evidence::Kind::bank_conflicts_at_most && all.front().tensor_products > 0) {
    return all.front();  // elsewhere rows are copied by elements to tiles with a fragment's pads
  }
  const auto missed = std::ranges::find_if(
      all, [&](const Metrics& each) { return !is_met(at_shape(evidence, each.shape), each); });
  if (missed == all.end()) {
    return all.front();
  }
  if (evidence.kind == Evidence::Kind::sectors_over_ideal_at_most) {
    const auto also = std::ranges::find_if(all, [&](const Metrics& each) {
      return !is_met(at_shape(evidence, each.shape), at_long_depth(each));
    });
    return at_long_depth(also == all.end() ? *missed : *also);
  }
  if (evidence.kind != Evidence::Kind::shared_loads_per_fma_at_most) {
    return *missed;
  }
  // A tile that extends beyond C loads data for multiply-adds that do not count.
  const Shape fairer = roomy_shape(candidate.spec, candidate.shape_key);
  const Trial trial = counted(candidate, {.given = {.shape = fairer,
                                                    .precision = candidate.spec.precision,
                                                    .seed = candidate.options.seed},
                                          .mode = {.read_back = ReadBack::zeros}});
  return trial.right() ? metrics_of(trial, fairer) : *missed;
}

// The blocks of the launch that computes C, in a run of m x n x k in which kernels do nothing:
// nothing else is asked there, and a large product takes the simulator minutes. `counted` tells
// which kernel it is.
double blocks_at(int m, int n, int k, const Candidate& candidate, const Metrics& counted) {
  RunRequest request;
  request.entry = Entry::matmul;
  request.m = m;
  request.n = n;
  request.k = k;
  request.skip_launches = true;
  const auto zeros = [](int rows, int cols) {
    return std::vector<float>(std::size_t(rows) * cols);
  };
  const Outcome outcome = candidate.session.run(request, zeros(m, k), zeros(k, n),
                                                std::chrono::seconds(10), zeros(m, n));
  const auto computes = std::ranges::max_element(counted.launches, {}, &LaunchShape::loaded);
  double blocks = 0, others = 0;
  for (const LaunchShape& launch : outcome.reply.counts.launches) {
    const bool is_it = computes == counted.launches.end() || launch.kernel == computes->kernel;
    (is_it ? blocks : others) += double(launch.times) * launch.blocks();
  }
  return blocks > 0 ? blocks : others;  // it may have another kernel there
}

// Metrics of a run that finished, right or wrong.
std::optional<Metrics> explained(const Trial& trial, const TrialInput& input,
                                 const Candidate& candidate) {
  if (trial.outcome.kind != Outcome::Kind::replied || trial.outcome.reply.out_of_time) {
    return std::nullopt;
  }
  return with_source(metrics_of(trial, input.given.shape), candidate);
}

}  // namespace

bool asks_for(Evidence::Kind kind, const Spec& spec) {
  return std::ranges::count(spec.evidence, kind, &Evidence::kind) > 0;
}

Judgement judge_limit(const Evidence& evidence, const Metrics& metrics) {
  if (is_met(evidence, metrics)) {
    return passed();
  }
  const Measure& measure = measure_of(evidence.kind);
  const Shape usual{kMetricsExtent, kMetricsExtent, kMetricsExtent, ""};
  LimitMissed miss{evidence.kind,  measure.value(metrics),
                   evidence.limit, computing_threads(metrics),
                   metrics.shape,  !metrics.shape.same_extents(usual)};
  // A few at an edge do not explain it.
  miss.overlapping = std::ranges::any_of(metrics.stored_again, [&](const Finding& again) {
    return is_of_c(again) && 4 * again.count >= std::uint64_t(metrics.shape.m) * metrics.shape.n;
  });
  miss.repeated = !std::ranges::all_of(metrics.stored_again, is_of_c);
  return failed({.verdict = measure.verdict,
                 .fact = miss,
                 .places = worst_line(measure, metrics),
                 .counts = metrics});
}

TrialInput counted_input(const Candidate& candidate) {
  return {.given = {.shape = candidate.options.only_shape.value_or(candidate.options.count_at),
                    .element = candidate.spec.element,
                    .precision = candidate.spec.precision,
                    .seed = candidate.options.seed},
          .mode = {.look = Look::closely}};
}

std::vector<Evidence::Kind> missed_kinds(const Spec& spec, const Metrics& metrics) {
  std::vector<Evidence::Kind> missed;
  for (const Evidence& evidence : spec.evidence) {
    const bool is_of_sectors = evidence.kind == Evidence::Kind::sectors_over_ideal_at_most;
    if (!is_met(at_shape(evidence, metrics.shape),
                is_of_sectors ? at_long_depth(metrics) : metrics)) {
      missed.push_back(evidence.kind);
    }
  }
  return missed;
}

EvidenceJudgements judge_evidence(const Candidate& candidate,
                                  const std::optional<Metrics>& counted_before) {
  EvidenceJudgements result;
  std::vector<Metrics> all;  // the first: those of the report
  TrialInput usual = counted_input(candidate);
  usual.mode.read_back = ReadBack::zeros;  // what is counted must be what computed C
  std::vector<TrialInput> inputs = {usual};
  if (candidate.spec.draws_shapes && !counted_before) {
    inputs.push_back(usual);
    inputs.back().given.shape = drawn_counted_shape(candidate.spec, candidate.shape_key);
    inputs.back().mode.look = Look::usual;
  }
  for (const TrialInput& input : inputs) {
    const Trial trial = counted(candidate, input);
    if (!trial.right()) {
      if (!all.empty()) {
        result.metrics = with_source(all.front(), candidate);
      } else if (candidate.options.explain) {
        result.metrics = explained(trial, input, candidate);
      }
      result.wrong_at = input.given.shape;
      result.judgements.assign(candidate.spec.evidence.size(),
                               failed(failure_of(trial, candidate.source, candidate.text)));
      return result;
    }
    all.push_back(metrics_of(trial, input.given.shape));
    constexpr std::uint64_t kDear = 50'000'000;  // accesses: seconds
    if (trial.outcome.reply.accesses > kDear &&
        !missed_kinds(candidate.spec, all.front()).empty()) {
      break;  // another shape says the same
    }
  }
  if (counted_before) {
    all.push_back(*counted_before);
  }
  if (asks_for(Evidence::Kind::blocks_at_least, candidate.spec)) {
    constexpr int kExtent = kBlocksExtent;
    all.front().blocks = blocks_at(kExtent, kExtent, kExtent, candidate, all.front());
  }
  if (asks_for(Evidence::Kind::pieces_of_k_at_least, candidate.spec)) {
    all.front().pieces = blocks_at(kLongK[0], kLongK[1], kLongK[2], candidate, all.front());
  }
  std::optional<ComputedElsewhere> elsewhere;
  for (const Metrics& metrics : all) {
    elsewhere = elsewhere ? elsewhere : not_computed_by_kernels(metrics);
  }
  result.metrics = with_source(all.front(), candidate);
  for (const Evidence& evidence : candidate.spec.evidence) {
    if (elsewhere) {
      result.judgements.push_back(failed(
          {.verdict = Verdict::misses_the_point, .fact = *elsewhere, .counts = all.front()}));
    } else {
      const Metrics telling = telling_metrics(candidate, evidence, all);
      result.judgements.push_back(judge_limit(at_shape(evidence, telling.shape), telling));
    }
  }
  return result;
}

std::optional<Metrics> count_to_explain(const Candidate& candidate, Verdict values) {
  if (values == Verdict::timed_out) {
    return std::nullopt;
  }
  const TrialInput input = counted_input(candidate);
  return explained(counted(candidate, input), input, candidate);
}

}  // namespace gemmlab
