#include "grader/judge/complaints.h"

namespace gemmlab {

static Complaint complaint_of(const Finding& finding) {
  std::vector<Place> places = {finding.at};
  if (finding.other && finding.other->is_known()) {
    places.push_back(*finding.other);
  }
  return {verdict_of(finding.kind), finding, places};
}

Complaint complaint_of_ending(const Outcome& outcome) {
  using How = ProgramEnded::How;
  switch (outcome.kind) {
    case Outcome::Kind::exited:
      return {Verdict::exited, ProgramEnded{How::exited, ForeignText(outcome.detail)}};
    case Outcome::Kind::timed_out:
      return {Verdict::timed_out, ProgramEnded{How::timed_out, {}}};
    case Outcome::Kind::not_loaded:
      return {Verdict::does_not_compile,
              ProgramEnded{How::not_loaded, ForeignText(outcome.detail)}};
    default:
      return {Verdict::crashed, ProgramEnded{How::crashed, ForeignText(outcome.detail)}};
  }
}

void complain_of_findings(Trial& trial) {
  const RunReply& reply = trial.outcome.reply;
  if (reply.out_of_time) {
    // Whatever file the position names: a stopped program is stopped in its own lines.
    trial.complaints.push_back(
        {Verdict::timed_out, *reply.out_of_time, {{"", reply.out_of_time->at.line}}});
  }
  for (const ApiError& error : reply.errors) {
    if (error.error == "cudaErrorInvalidKernelImage") {  // it would not run on a GPU
      trial.complaints.push_back({Verdict::launch_failed, error, {error.at}});
    }
  }
  for (const Finding& finding : reply.findings) {
    if (is_hard(finding.kind)) {
      trial.complaints.push_back(complaint_of(finding));
    }
  }
  if (!reply.input_modified.empty()) {
    trial.complaints.push_back({Verdict::input_modified, InputChanged{reply.input_modified}});
  }
}

void complain_of_causes(Trial& trial, const TrialInput& input) {
  const RunReply& reply = trial.outcome.reply;
  // C held NaN, which is in what was stored; or numbers, and was right with NaN.
  const bool is_in_c = trial.comparison.not_finite > 0 ||
                       (input.c_holds_numbers && !like_rounding(trial.comparison, input.kind));
  for (const ApiError& error : reply.errors) {
    if (error.launch) {
      trial.complaints.push_back({Verdict::launch_failed, error, {error.at}});
    }
  }
  for (const Finding& finding : reply.findings) {
    const bool proven = finding.kind != FindingKind::uninitialised_read || is_in_c;
    if (!is_hard(finding.kind) && proven) {
      trial.complaints.push_back(complaint_of(finding));
    }
  }
}

}  // namespace gemmlab
