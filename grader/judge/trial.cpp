#include "grader/judge/trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/spot_check.h"
#include "grader/judge/evidence.h"
#include "grader/judge/plan.h"
#include "grader/judge/words.h"
#include "grader/report/words/finding_words.h"

namespace gemmlab {
namespace {

constexpr double kSpotChecked = 5e7;  // products; above, C is not computed once more to be compared

std::chrono::milliseconds limit_of(Backend backend) {
  switch (backend) {
    case Backend::cpu:
      return std::chrono::milliseconds(5'000);
    case Backend::cuda:
      return std::chrono::milliseconds(10'000);  // a kernel takes milliseconds; the first is loaded
    case Backend::sim:
      break;
  }
  return std::chrono::milliseconds(
      60'000);  // the access budget ends kernels before, on slow machines too
}

constexpr int kDemonstrated = 8;  // largest extent that is shown element by element

constexpr const char* kUsualCauseOfNoEnd =
    "a loop whose condition never becomes false, or far more work than the shape needs.";

// What the worker's death says.
Complaint complaint_of_ending(const Outcome& outcome) {
  Complaint complaint;
  switch (outcome.kind) {
    case Outcome::Kind::exited:
      complaint.verdict = Verdict::exited;
      complaint.message = fmt::format(
          "The program ended itself ({}) instead of returning from the function.\n"
          "Likely cause: a call of exit() or _exit(). Return, and leave judging to the grader.",
          outcome.detail);
      return complaint;
    case Outcome::Kind::timed_out:
      complaint.verdict = Verdict::timed_out;
      complaint.message =
          std::string("The program did not end in time and was stopped.\nLikely cause: ") +
          kUsualCauseOfNoEnd;
      return complaint;
    case Outcome::Kind::not_loaded:
      complaint.verdict = Verdict::does_not_compile;
      complaint.message = "The compiled file cannot be loaded: " + outcome.detail +
                          "\nLikely cause: a function is declared and called, but not defined.";
      return complaint;
    default:
      complaint.verdict = Verdict::crashed;
      complaint.message = fmt::format("The program crashed: {}.", outcome.detail);
      return complaint;
  }
}

Complaint complaint_of(const Finding& finding) {
  return {verdict_of(finding.kind), sentence(finding), finding.at.file, finding.at.line,
          finding.other ? finding.other->line : 0};
}

void complain_of_findings(Trial& trial) {
  const RunReply& reply = trial.outcome.reply;
  if (reply.out_of_time) {
    trial.complaints.push_back(
        {Verdict::timed_out, sentence(*reply.out_of_time), "", reply.out_of_time->at.line, 0});
  }
  for (const ApiError& error : reply.errors) {
    if (error.name == "cudaErrorInvalidKernelImage") {  // a GPU would not have run it
      trial.complaints.push_back(
          {Verdict::launch_failed, sentence(error), error.at.file, error.at.line, 0});
    }
  }
  for (const Finding& finding : reply.findings) {
    if (is_hard(finding.kind)) {
      trial.complaints.push_back(complaint_of(finding));
    }
  }
  if (!reply.input_modified.empty()) {
    trial.complaints.push_back(
        {Verdict::input_modified,
         fmt::format("Matrix {} has changed: the inputs belong to the caller.",
                     reply.input_modified),
         "", 0, 0});
  }
}

// Findings that only matter where values are wrong: they are then the likely cause.
void complain_of_causes(Trial& trial) {
  const RunReply& reply = trial.outcome.reply;
  for (const ApiError& error : reply.errors) {
    if (error.launch) {
      trial.complaints.push_back(
          {Verdict::launch_failed, sentence(error), error.at.file, error.at.line, 0});
    }
  }
  for (const Finding& finding : reply.findings) {
    const bool proven =
        finding.kind != FindingKind::uninitialised_read || trial.comparison.not_finite > 0;
    if (!is_hard(finding.kind) && proven) {
      trial.complaints.push_back(complaint_of(finding));
    }
  }
}

Verdict value_verdict(const Trial& trial, const TrialInput& input) {
  const Verdict verdict = verdict_of(trial.comparison);
  if (verdict == Verdict::unfinished) {
    return Verdict::partial;  // whether nothing is ever written, all shapes together tell
  }
  return verdict == Verdict::wrong && input.low_precision_possible &&
                 like_rounding(trial.comparison, input.kind)
             ? Verdict::low_precision
             : verdict;
}

// The first CUDA call, other than a launch, that failed and that nobody seems to have minded.
const ApiError* failed_call(const RunReply& reply) {
  const auto found = std::find_if(reply.errors.begin(), reply.errors.end(),
                                  [](const ApiError& error) { return !error.launch; });
  return found == reply.errors.end() ? nullptr : &*found;
}

// Right values that no kernel has stored.
void complain_if_no_kernel(Trial& trial, const TrialInput& input) {
  const Metrics metrics{trial.outcome.reply.counts, input.shape};
  if (std::string nothing = nothing_stored(metrics); !nothing.empty()) {
    trial.complaints.push_back({Verdict::misses_the_point, std::move(nothing), "", 0, 0});
  }
}

RunRequest request_for(const TrialInput& input) {
  RunRequest request;
  request.entry = input.entry;
  request.m = input.shape.m;
  request.n = input.shape.n;
  request.k = input.shape.k;
  request.placement = input.placement;
  request.schedule_seed = input.schedule_seed;
  request.closely = input.closely;
  request.access_budget = access_budget(input.shape) / (input.failed_before ? 20 : 1);
  return request;
}

bool is_spot_checked(const Shape& shape) {
  return double(shape.m) * shape.n * shape.k > kSpotChecked;
}

bool leaves_its_memory(const Trial& trial) {
  return std::any_of(trial.complaints.begin(), trial.complaints.end(), [](const Complaint& each) {
    return each.verdict == Verdict::out_of_bounds || each.verdict == Verdict::misaligned;
  });
}

// What makes a program leave its memory. All other patterns may follow from that.
bool is_of_a_layout(const Explanation& explanation) {
  return explanation.diagnosis == Diagnosis::wrong_row_length ||
         explanation.diagnosis == Diagnosis::operand_transposed ||
         explanation.diagnosis == Diagnosis::operands_swapped ||
         explanation.diagnosis == Diagnosis::row_and_column_swapped ||
         explanation.diagnosis == Diagnosis::transposed;
}

// The likely cause of wrong values, if one is known.
std::string likely_cause(const Trial& trial, Verdict verdict) {
  for (const Explanation& explanation : trial.explanations) {
    if (explanation.is_certain) {
      return explanation.sentence;
    }
  }
  return verdict == Verdict::low_precision
             ? "Operands or sums are rounded somewhere to fewer bits than the 24 of fp32."
             : "";
}

void complain_of_values(Trial& trial, const TrialInput& input) {
  const Verdict verdict = value_verdict(trial, input);
  const ApiError* error = failed_call(trial.outcome.reply);
  if (error != nullptr) {
    trial.explanations.clear();  // what the values look like follows from it
  }
  const std::string cause = error != nullptr ? sentence(*error) : likely_cause(trial, verdict);
  trial.complaints.push_back({verdict, describe(input.shape, input.kind, trial.comparison, cause),
                              error != nullptr ? error->at.file : "",
                              error != nullptr ? error->at.line : 0, 0, cause});
}

void judge_values(Trial& trial,
                  const TrialInput& input,
                  const Operands& operands,
                  const std::vector<float>& c,
                  Backend backend) {
  if (is_spot_checked(input.shape) &&
      passes_spot_check(input.kind, input.shape, operands, c.data(), fresh_seed())) {
    trial.comparison.elements = c.size();
    return;
  }
  const Expected expected = reference(input.kind, input.shape, operands);
  trial.comparison = compare(input.shape, c.data(), expected);
  if (trial.comparison.error_map) {
    trial.comparison.error_map->input = name(input.kind);
  }
  if (std::max({input.shape.m, input.shape.n, input.shape.k}) <= kDemonstrated) {
    trial.demonstration = Demonstration{input.shape, operands.a, operands.b, c, expected.c};
  }
  if (trial.comparison.right()) {
    if (backend == Backend::sim && input.by_kernel) {
      complain_if_no_kernel(trial, input);
    }
    return;
  }
  complain_of_causes(trial);
  trial.explanations =
      diagnose({input.shape, input.kind, operands, expected, c.data(), trial.comparison,
                trial.outcome.reply.counts.launches, input.low_precision_possible});
  if (leaves_its_memory(trial)) {
    std::erase_if(trial.explanations, [](const Explanation& e) { return !is_of_a_layout(e); });
  }
  complain_of_values(trial, input);
}

}  // namespace

std::uint64_t access_budget(const Shape& shape) {
  const auto padded = [](int extent, int tile) {
    return std::uint64_t((extent + tile - 1) / tile) * tile;
  };
  constexpr std::uint64_t kMost = 1'000'000'000;  // some seconds
  const std::uint64_t naive = 2 * padded(shape.m, 128) * padded(shape.n, 128) * padded(shape.k, 32);
  return std::min(50 * naive, kMost);
}

Trial attempt(Session& session, const TrialInput& input) {
  const Operands operands = make_operands(input.kind, input.shape, input.seed);
  Trial trial;
  trial.outcome =
      session.run(request_for(input), operands.a, operands.b, limit_of(session.backend()));
  if (trial.outcome.kind != Outcome::Kind::replied) {
    complain_of_findings(trial);
    if (trial.complaints.empty()) {
      trial.complaints.push_back(complaint_of_ending(trial.outcome));
    }
    return trial;
  }
  complain_of_findings(trial);
  judge_values(trial, input, operands, session.c(), session.backend());
  return trial;
}

const Complaint& worst(const Trial& trial) {
  return *std::min_element(
      trial.complaints.begin(), trial.complaints.end(),
      [](const Complaint& a, const Complaint& b) { return a.verdict < b.verdict; });
}

}  // namespace gemmlab
