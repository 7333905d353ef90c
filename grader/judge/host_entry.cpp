#include "grader/judge/host_entry.h"

#include <fmt/format.h>

#include "grader/judge/plan.h"
#include "grader/judge/trial.h"
#include "grader/judge/trial_check.h"

namespace gemmlab {
namespace {

constexpr std::chrono::milliseconds kLimit{20'000};

// What one run of matmul_host in which nothing goes wrong must give.
bool judge_normal_path(Session& session,
                       const Shape& shape,
                       Placement placement,
                       const std::filesystem::path& source,
                       const JudgeOptions& options,
                       Check& check) {
  TrialInput input;
  input.entry = Entry::matmul_host;
  input.shape = shape;
  input.seed = options.seed;
  input.placement = placement;
  input.by_kernel = false;  // matmul's own checks have seen to that
  const Trial trial = attempt(session, input);
  check.shape = shape;
  // That nothing was written explains nothing; a call that failed would.
  const bool unexplained = trial.unwritten() && worst(trial).verdict == Verdict::partial &&
                           trial.outcome.reply.errors.empty();
  if (unexplained) {
    fail(check, Verdict::partial,
         "Step 2.3 is unfinished: matmul_host returned, no call of CUDA's had failed, and the "
         "caller's C was never written.\nLikely cause: the result is not copied back to it.");
    return false;
  }
  if (!trial.right()) {
    fail(check, trial, source);
    check.message = "matmul_host: " + check.message;
    return false;
  }
  const RunReply& reply = trial.outcome.reply;
  if (reply.returned != 0) {
    fail(check, Verdict::partial,
         fmt::format("matmul_host computed C and returned error {}; a run without errors returns "
                     "cudaSuccess.",
                     reply.returned));
    return false;
  }
  if (reply.live_allocations > 0) {
    fail(check, Verdict::partial,
         fmt::format("matmul_host leaves {} of its allocations ({} bytes) behind: each cudaMalloc "
                     "needs its cudaFree.",
                     reply.live_allocations, reply.live_bytes));
    return false;
  }
  return true;
}

// With every launch refused, the error must come back.
void judge_refused_launch(Session& session, const JudgeOptions& options, Check& check) {
  RunRequest request;
  request.entry = Entry::matmul_host;
  request.m = request.n = request.k = 16;
  request.fail_launches = true;
  const Operands operands = make_operands(InputKind::uniform, {16, 16, 16, ""}, options.seed);
  const Outcome outcome = session.run(request, operands.a, operands.b, kLimit);
  if (outcome.kind == Outcome::Kind::replied && outcome.reply.returned != 0) {
    const RunReply& reply = outcome.reply;
    reply.live_allocations == 0
        ? pass(check)
        : fail(check, Verdict::partial,
               fmt::format("After a launch that was refused matmul_host leaves {} of its "
                           "allocations ({} bytes) behind: free them before you return the error.",
                           reply.live_allocations, reply.live_bytes));
    return;
  }
  fail(check, Verdict::partial,
       outcome.kind == Outcome::Kind::replied
           ? "matmul_host returned cudaSuccess although its launch was refused: ask "
             "cudaGetLastError() after the launch, and return what it says."
           : fmt::format("matmul_host did not survive a refused launch: {}.", outcome.detail));
}

}  // namespace

void judge_host_entry(Session& session,
                      const std::filesystem::path& source,
                      const JudgeOptions& options,
                      Check& check) {
  if (!session.has(Entry::matmul_host)) {
    fail(check, Verdict::partial,
         "Step 2.3 is missing: the file defines no extern \"C\" function matmul_host.");
    return;
  }
  // k is the least of one and the most of the other: no allocation of the wrong size fits both.
  const Shape ragged{33, 50, 17, "rectangular"}, aligned{32, 16, 64, "whole blocks"};
  if (judge_normal_path(session, ragged, Placement::flush_end, source, options, check) &&
      judge_normal_path(session, aligned, Placement::flush_start, source, options, check)) {
    judge_refused_launch(session, options, check);
  }
}

}  // namespace gemmlab
