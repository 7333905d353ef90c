// What a lab's result says, once its checks are judged.
#include "grader/changes/slips/source_slips.h"
#include "grader/changes/source_lines.h"
#include "grader/core/read_file.h"
#include "grader/core/score.h"
#include "grader/diagnosis/access_advice.h"
#include "grader/judge/explain/explain.h"
#include "grader/judge/lab_judge.h"
#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

// Where copies are on their way during the products.
void add_spare_barriers(const Metrics& metrics, const std::string& text,
                        std::vector<Advice>& advice) {
  if (metrics.overlapped_bytes == 0) {
    return;
  }
  const std::vector<int> spare = SourceLines(text).spare_barriers(metrics.barrier_lines);
  if (!spare.empty()) {
    Advice& more = advice.emplace_back(Advice{SpareBarrier{}, {}});
    for (const int line : spare) {
      more.places.push_back({"", line, 0, "barrier"});
    }
  }
}

void add_fragment_places(const std::string& text, std::vector<Advice>& advice) {
  if (const std::optional<Tell> placed = SourceSlips(text).fragment_place()) {
    advice.push_back({FragmentPlace{}, {{"", placed->line, 0, "element"}}});
  }
}

}  // namespace

// Explains what failed.
LabResult LabJudge::finished() {
  // At last: values that leak are right, and all else is judged.
  if (PlannedCheck& last = checks_.shapes.back(); leak_ && last.has_passed()) {
    last.judgement = failed({Verdict::partial, *leak_});
  }
  const fs::path page_file = paths().docs() / lab_.page();
  const std::string page = fs::exists(page_file) ? read_file(page_file) : "";
  std::optional<Candidate> ran;
  if (session_) {
    ran.emplace(candidate(gpu_session_ ? *gpu_session_ : *session_));
  }
  const bool is_about_host = !values_.to_change && of_host_;
  const std::vector<PlannedCheck*> all = in_order(checks_);
  const JudgedLab judged{
      .checks = {all.begin(), all.end()},
      .shapes = std::move(values_.shapes),
      .to_change = is_about_host ? of_host_ : values_.to_change,
      .changed_for = is_about_host ? CheckKind::host_entry : CheckKind::values,
      .candidate = ran ? &*ran : nullptr,
      .source = source_,
      .text = text_,
      .textbook = skeleton_,
      .page = page,
  };
  if (options_.so_far && looks_for_changes(judged)) {
    options_.so_far(result_with(explained_so_far(judged)));
  }
  return result_with(explain(judged));
}

LabResult LabJudge::result_with(const std::vector<Account>& accounts) {
  LabResult result = result_;
  const std::vector<PlannedCheck*> all = in_order(checks_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    result.checks.push_back(gemmlab::finished(all[i]->plan, *all[i]->judgement, accounts[i]));
  }
  settle(result);
  if (result.metrics && has_right_values(result.verdict)) {
    result.advice = advice_on(*result.metrics);
    add_spare_barriers(*result.metrics, text_, result.advice);
    add_fragment_places(text_, result.advice);
  }
  if (values_.waste && result.verdict == Verdict::passed) {
    result.advice.push_back(*values_.waste);
  }
  return result;
}

}  // namespace gemmlab
