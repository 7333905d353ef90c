#include "grader/judge/stages.h"

#include <optional>

#include "grader/judge/trial.h"

namespace gemmlab {
namespace {

constexpr std::chrono::milliseconds kLimit{20'000};

using Kind = HostEntryFault::Kind;

// Failed if a normal run of matmul_host gives a wrong result; nothing if it is right.
std::optional<Check> fault_on_normal_path(const Candidate& candidate, const Shape& shape,
                                          Placement placement, Check planned) {
  const Trial trial =
      attempt(candidate.session, {.entry = Entry::matmul_host,
                                  .shape = shape,
                                  .seed = candidate.options.seed,
                                  .placement = placement,
                                  .by_kernel = false});  // matmul's own checks cover that
  const RunReply& reply = trial.outcome.reply;
  planned.shape = shape;
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
  if (reply.live_allocations > 0) {
    return failed(std::move(planned), Verdict::partial,
                  HostEntryFault{Kind::leaks, 0, reply.live_allocations, reply.live_bytes});
  }
  return std::nullopt;
}

// If every launch is refused, matmul_host must return the error.
Check judge_refused_launch(const Candidate& candidate, Check planned) {
  RunRequest request;
  request.entry = Entry::matmul_host;
  request.m = request.n = request.k = 16;
  request.fail_launches = true;
  const Operands operands =
      make_operands(InputKind::uniform, {16, 16, 16, ""}, candidate.options.seed);
  const Outcome outcome = candidate.session.run(request, operands.a, operands.b, kLimit);
  const RunReply& reply = outcome.reply;
  HostEntryFault fault;
  if (outcome.kind != Outcome::Kind::replied) {
    fault = {Kind::dies_of_refusal, 0, 0, 0, outcome.detail};
  } else if (reply.returned == 0) {
    fault = {Kind::ignores_refusal};
  } else if (reply.live_allocations > 0) {
    fault = {Kind::leaks_after_refusal, 0, reply.live_allocations, reply.live_bytes};
  } else {
    return passed(std::move(planned));
  }
  return failed(std::move(planned), Verdict::partial, fault);
}

}  // namespace

Check judge_host_entry(const Candidate& candidate, const Check& planned) {
  if (!candidate.session.has(Entry::matmul_host)) {
    return failed(planned, Verdict::partial, HostEntryFault{Kind::missing});
  }
  // k is the smallest extent in one and the largest in the other: no wrong allocation size fits
  // both.
  const std::pair<Shape, Placement> runs[] = {
      {{33, 50, 17, "rectangular"}, Placement::flush_end},
      {{32, 16, 64, "whole blocks"}, Placement::flush_start}};
  for (const auto& [shape, placement] : runs) {
    if (auto fault = fault_on_normal_path(candidate, shape, placement, planned)) {
      return *fault;
    }
  }
  return judge_refused_launch(candidate, planned);
}

}  // namespace gemmlab
