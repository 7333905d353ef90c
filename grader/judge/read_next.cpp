#include "grader/judge/read_next.h"

#include <algorithm>

#include "grader/core/source_text.h"
#include "grader/judge/values.h"

namespace gemmlab {

void name_steps_to_read(const std::string& solution,
                        const std::string& text,
                        const Plan& plan,
                        LabResult& lab) {
  const auto steps = steps_of(solution);
  const auto open = open_steps_of(text);
  if (steps.empty()) {
    return;
  }
  for (Check& each : lab.checks) {
    if (each.status != Status::failed || each.verdict == Verdict::does_not_compile ||
        each.verdict == Verdict::too_slow) {
      continue;
    }
    std::string step;
    if (each.line) {
      step = step_at(text, *each.line);
    } else if (each.verdict <= Verdict::unfinished && !open.empty()) {
      step = open.front();
    }
    each.hint = std::find(steps.begin(), steps.end(), step) != steps.end() ? step : "";
  }
  if (plan.host_entry && lab.checks[*plan.host_entry].status == Status::failed &&
      value_verdict(plan, lab) == Verdict::passed) {
    lab.checks[*plan.host_entry].hint = steps.back();
  }
}

}  // namespace gemmlab
