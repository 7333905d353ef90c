#include "grader/judge/values/complaints.h"

#include <algorithm>

namespace gemmlab {

static Complaint complaint_of(const Finding& finding) {
  std::vector<Place> places = {finding.at};
  if (finding.other && finding.other->is_known()) {
    places.push_back(*finding.other);
  }
  return {verdict_of(finding.kind), finding, places};
}

// What is there then is anything: an address that comes from it may lie anywhere.
static bool reads_memory_of_host(const Finding& finding) {
  const auto* const bad = get_if<BadAccess>(&finding.fact);
  return bad != nullptr && bad->access == Access::read &&
         (bad->flaw == Flaw::host_memory_in_kernel || bad->flaw == Flaw::host_memory_freed);
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

std::vector<Complaint> complaints_of_findings(const RunReply& reply) {
  std::vector<Complaint> complaints;
  if (reply.out_of_time) {
    // Whatever file the position names: a stopped program is stopped in its own lines.
    complaints.push_back(
        {Verdict::timed_out, *reply.out_of_time, {{"", reply.out_of_time->at.line}}});
  }
  for (const ApiError& error : reply.errors) {
    if (error.error == "cudaErrorInvalidKernelImage") {  // it would not run on a GPU
      complaints.push_back({Verdict::launch_failed, error, {error.at}});
    }
  }
  for (const Finding& finding : reply.findings) {
    if (is_hard(finding.kind)) {
      complaints.push_back(complaint_of(finding));
    }
  }
  if (std::ranges::any_of(reply.findings, reads_memory_of_host)) {
    std::erase_if(complaints, [](const Complaint& each) {
      return each.verdict == Verdict::out_of_bounds || each.verdict == Verdict::misaligned;
    });
  }
  if (!reply.input_modified.empty()) {
    complaints.push_back({Verdict::input_modified, InputChanged{reply.input_modified}});
  }
  return complaints;
}

const ApiError* failed_call_in(const RunReply& reply) {
  const auto failed =
      std::ranges::find_if(reply.errors, [](const ApiError& error) { return !error.launch; });
  return failed == reply.errors.end() ? nullptr : &*failed;
}

// Whether it can have made C what it is.
static bool can_be_cause(FindingKind kind, WrongC c) {
  switch (kind) {
    case FindingKind::uninitialised_read:
      return c.holds_unwritten;
    case FindingKind::same_value_race:
      return !c.has_only_gaps;  // whoever comes last, the value is the same; the gaps tell more
    default:
      return true;
  }
}

std::vector<Complaint> complaints_of_causes(const RunReply& reply, WrongC c) {
  std::vector<Complaint> complaints;
  for (const ApiError& error : reply.errors) {
    if (error.launch) {
      complaints.push_back({Verdict::launch_failed, error, {error.at}});
    }
  }
  for (const Finding& finding : reply.findings) {
    if (!is_hard(finding.kind) && can_be_cause(finding.kind, c)) {
      complaints.push_back(complaint_of(finding));
    }
  }
  return complaints;
}

bool is_of_neighbour(const Complaint& complaint) {
  const auto* const finding = get_if<Finding>(&complaint.fact);
  const auto* const bad = finding != nullptr ? get_if<BadAccess>(&finding->fact) : nullptr;
  return bad != nullptr &&
         (bad->flaw == Flaw::past_shared_variable || bad->flaw == Flaw::before_shared_variable);
}

}  // namespace gemmlab
