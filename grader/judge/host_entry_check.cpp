#include <tuple>

#include "grader/judge/stages.h"

namespace gemmlab {
namespace {

constexpr std::chrono::milliseconds kLimit{20'000};

using Kind = HostEntryFault::Kind;

// Such as a second cudaFree: nothing of a right program fails, except what would end a program of
// its own in order, and here is not its own.
bool is_mistake(const ApiError& error) {
  const auto* const free = std::get_if<CannotFree>(&error.cause);
  return !error.launch && !(free != nullptr && free->why == BadFree::reset_frees_callers);
}

// Failed if a normal run of matmul_host gives a wrong result; nothing if it is right.
std::optional<Check> fault_on_normal_path(const Candidate& candidate, const TrialInput& input,
                                          Check planned) {
  const Trial trial = attempt(candidate.session, input);
  const RunReply& reply = trial.outcome.reply;
  planned.shape = input.shape;
  // The absence of stores explains nothing; a failed call would.
  if (trial.unwritten() && worst(trial).verdict == Verdict::partial && reply.errors.empty()) {
    return failed(std::move(planned), Verdict::partial, HostEntryFault{Kind::not_copied_back});
  }
  if (!trial.right()) {
    return failed_by(trial, candidate.source, std::move(planned));
  }
  if (reply.returned != 0) {
    return failed(std::move(planned), Verdict::partial,
                  HostEntryFault{Kind::returned_error, reply.returned});
  }
  const auto call = std::ranges::find_if(reply.errors, is_mistake);
  if (call != reply.errors.end()) {
    return failed(std::move(planned), Verdict::partial, *call, {call->at});
  }
  if (reply.live_allocations > 0) {
    return failed(std::move(planned), Verdict::partial,
                  HostEntryFault{Kind::leaks, 0, reply.live_allocations, reply.live_bytes});
  }
  return std::nullopt;
}

// If every launch is refused, matmul_host must return the error; and if no kernel does anything,
// no element of C can be right.
Check judge_refused_launch(const Candidate& candidate, Check planned) {
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
  } else if (reply.live_allocations > 0) {
    fault = {Kind::leaks_after_refusal, 0, reply.live_allocations, reply.live_bytes};
  } else {
    return passed(std::move(planned));
  }
  return failed(std::move(planned), Verdict::partial, fault);
}

// Not merely what it returns, or leaves behind.
bool run_is_wrong(const Check& fault) {
  const auto* const host = std::get_if<HostEntryFault>(&*fault.fact);
  return host == nullptr ? !std::holds_alternative<ApiError>(*fault.fact)
                         : host->kind == Kind::not_copied_back;
}

}  // namespace

Check judge_host_entry(const Candidate& candidate, const Check& planned) {
  if (!candidate.session.has(Entry::matmul_host)) {
    return failed(planned, Verdict::partial, HostEntryFault{Kind::missing});
  }
  // k is the smallest extent in one and the largest in the other: no wrong allocation size fits
  // both, nor does memory that is kept after one and too small for the other.
  std::vector<TrialInput> runs;
  for (const auto& [shape, placement] :
       {std::pair(Shape{33, 50, 17, "rectangular"}, Placement::flush_end),
        std::pair(Shape{32, 16, 64, "whole blocks"}, Placement::flush_start)}) {
    runs.push_back({.entry = Entry::matmul_host,
                    .shape = shape,
                    .seed = candidate.options.seed,
                    .placement = placement,
                    .by_kernel = false});  // matmul's own checks cover that
  }
  runs.insert(runs.begin() + 1, runs.front());  // a result that is kept does not fit
  runs[1].one_changed = true;
  runs.push_back(runs.front());
  WhereToLook where(candidate);
  for (TrialInput& run : runs) {
    auto fault = fault_on_normal_path(candidate, run, planned);
    if (!fault) {
      continue;
    }
    std::swap(runs.front(), run);  // the one that fails comes first
    const bool is_tried = candidate.options.try_changes && run_is_wrong(*fault) &&
                          candidate.session.backend() == Backend::sim;
    const auto changes = is_tried ? changes_that_help(candidate, {runs}) : std::vector<Change>();
    return where.in(with_changes(std::move(*fault), changes));
  }
  return where.in(judge_refused_launch(candidate, planned));
}

}  // namespace gemmlab
