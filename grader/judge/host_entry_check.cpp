#include "grader/judge/host_entry_check.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "grader/core/drawn_shapes.h"
#include "grader/judge/values/trial.h"

namespace gemmlab {
namespace {

constexpr std::chrono::milliseconds kLimit{20'000};

using Kind = HostEntryFault::Kind;

// Such as a second cudaFree: nothing of a right program fails, except what would end a program of
// its own in order, and here is not its own.
bool is_mistake(const ApiError& error) {
  const auto* const free = get_if<CannotFree>(&error.cause);
  return !error.launch && !(free != nullptr && free->why == BadFree::reset_frees_callers);
}

// What a normal run of matmul_host shows against it; nothing if it is right.
std::optional<Failure> fault_on_normal_path(const Candidate& candidate, const TrialInput& input) {
  const Trial trial = attempt(candidate.session, input);
  const RunReply& reply = trial.outcome.reply;
  // The absence of stores explains nothing; a failed call would.
  if (trial.unwritten() && worst(trial).verdict == Verdict::partial && reply.errors.empty()) {
    const bool has_launched = !reply.counts.launches.empty();
    return Failure{Verdict::partial,
                   HostEntryFault{has_launched ? Kind::not_copied_back : Kind::never_multiplies}};
  }
  if (!trial.right()) {
    return failure_of(trial, candidate.source, candidate.text);
  }
  if (reply.returned != 0) {
    return Failure{Verdict::partial, HostEntryFault{Kind::returned_error, reply.returned}};
  }
  const auto call = std::ranges::find_if(reply.errors, is_mistake);
  if (call != reply.errors.end()) {
    return Failure{Verdict::partial, *call, {call->at}};
  }
  if (reply.live_allocations > 0) {
    return Failure{Verdict::partial,
                   HostEntryFault{Kind::leaks, 0, reply.live_allocations, reply.live_bytes}};
  }
  return std::nullopt;
}

// If every launch is refused, matmul_host must return the error; and if no kernel does anything,
// no element of C can be right.
Judgement judge_refused_launch(const Candidate& candidate) {
  constexpr InputKind kInput = InputKind::uniform;
  const Shape shape{33, 50, 17, "ends within blocks"};
  RunRequest request;
  request.entry = Entry::matmul_host;
  std::tie(request.m, request.n, request.k) = std::tie(shape.m, shape.n, shape.k);
  const Operands operands = make_operands(kInput, shape, candidate.options.seed);
  const auto is_partly_right = [&](const Outcome& outcome) {
    const std::vector<float> c = candidate.session.c();
    const Comparison found = compare(shape, c.data(), reference(kInput, shape, operands));
    return outcome.kind == Outcome::Kind::replied && found.wrong < found.elements;
  };
  request.skip_launches = candidate.session.backend() == Backend::sim;
  const bool is_right_without_kernels =
      request.skip_launches &&
      is_partly_right(candidate.session.run(request, operands.a, operands.b, kLimit));
  request.skip_launches = false;
  request.fail_launches = true;
  const Outcome outcome = candidate.session.run(request, operands.a, operands.b, kLimit);
  const RunReply& reply = outcome.reply;
  HostEntryFault fault;
  if (outcome.kind != Outcome::Kind::replied) {
    fault = {Kind::dies_of_refusal, 0, 0, 0, outcome.detail};
  } else if (is_right_without_kernels || is_partly_right(outcome)) {
    fault = {Kind::computes_on_host};
  } else if (reply.returned == 0) {
    fault = {Kind::ignores_refusal};
  } else if (candidate.session.backend() == Backend::sim && !reply.errors.empty() &&
             std::ranges::count(reply.errors, reply.returned, &ApiError::code) == 0) {
    fault = {Kind::returns_another, reply.returned};
  } else if (reply.live_allocations > 0) {
    fault = {Kind::leaks_after_refusal, 0, reply.live_allocations, reply.live_bytes};
  } else {
    return passed();
  }
  return failed({Verdict::partial, fault});
}

// Not merely what it returns, or leaves behind.
bool run_is_wrong(const Failure& failure) {
  const auto* const host = get_if<HostEntryFault>(&failure.fact);
  return host == nullptr
             ? !holds_alternative<ApiError>(failure.fact)
             : host->kind == Kind::not_copied_back || host->kind == Kind::never_multiplies;
}

}  // namespace

HostEntryJudgement judge_host_entry(const Candidate& candidate) {
  if (!candidate.session.has_entry(Entry::matmul_host)) {
    return {failed({Verdict::partial, HostEntryFault{Kind::missing}})};
  }
  // k is the smallest extent in one and the largest in the other: no wrong allocation size fits
  // both, nor does memory that is kept after one and too small for the other.
  std::vector<TrialInput> runs;
  for (const auto& [shape, placement] :
       {std::pair(Shape{33, 50, 17, "rectangular"}, Placement::flush_end),
        std::pair(Shape{32, 16, 64, "whole blocks"}, Placement::flush_start)}) {
    runs.push_back({.given = {.shape = shape, .seed = candidate.options.seed},
                    .mode = {.entry = Entry::matmul_host, .placement = placement}});
  }
  runs.insert(runs.begin() + 1, runs.front());  // a result that is kept does not fit
  runs[1].given.one_changed = true;
  runs.push_back(runs.front());
  runs.push_back(runs.front());
  runs.back().given.shape = drawn_host_shape(candidate.spec, candidate.shape_key);
  for (TrialInput& run : runs) {
    std::optional<Failure> failure = fault_on_normal_path(candidate, run);
    if (!failure) {
      continue;
    }
    const Shape shape = run.given.shape;
    std::swap(runs.front(), run);  // the one that fails comes first
    const bool is_tried = run_is_wrong(*failure) && candidate.session.backend() == Backend::sim;
    return {failed(std::move(*failure)), shape,
            is_tried ? std::optional(ChangeRuns{runs}) : std::nullopt};
  }
  return {judge_refused_launch(candidate)};
}

}  // namespace gemmlab
