#include "grader/judge/plan.h"

#include <fmt/format.h>

#include "grader/core/array_task.h"
#include "grader/core/result.h"
#include "grader/core/score.h"
#include "grader/judge/measures.h"

namespace gemmlab {
namespace {

PlannedCheck planned_values(const Spec& spec, const Shape& shape, int points) {
  const std::string name = spec.task != nullptr
                               ? size_in_words(*spec.task, shape)
                               : fmt::format("values {}x{}x{}", shape.m, shape.n, shape.k);
  return {{CheckKind::values, name, points, shape}};
}

// What is first in the order of headlines; the second part is its verdict, PASSED if nothing speaks
// against the program.
using Headline = std::pair<bool, Verdict>;

Headline first_of(Headline first, const Judgement& judgement) {
  return judgement.status() == Status::failed ? std::min(first, headline_order(judgement)) : first;
}

Verdict gravest_of(const std::vector<PlannedCheck>& stage) {
  Headline first{true, Verdict::passed};
  for (const PlannedCheck& each : stage) {
    first = each.judgement ? first_of(first, *each.judgement) : first;
  }
  return first.second;
}

}  // namespace

LabChecks plan_checks(const Spec& spec, bool has_gpu) {
  LabChecks plan;
  plan.file.plan = {CheckKind::file, "file", 0};
  const auto value_points = spread(spec.points.values, int(spec.shapes.size()));
  for (std::size_t i = 0; i < spec.shapes.size(); ++i) {
    plan.shapes.push_back(planned_values(spec, spec.shapes[i], value_points[i]));
  }
  for (std::size_t i = 0; has_gpu && i < spec.large.size(); ++i) {
    plan.large.push_back(planned_values(spec, spec.large[i], 0));
  }
  if (spec.points.host_entry > 0) {
    plan.host_entry = {{{CheckKind::host_entry, "matmul_host", spec.points.host_entry}}};
  }
  const auto evidence_points = spread(spec.points.evidence, int(spec.evidence.size()));
  for (std::size_t i = 0; i < spec.evidence.size(); ++i) {
    const std::string name(measure_of(spec.evidence[i].kind).check_name);
    plan.evidence.push_back({{CheckKind::evidence, name, evidence_points[i]}});
  }
  if (spec.task == nullptr) {
    plan.speed = {{CheckKind::speed, "speed", spec.points.speed}};
  }
  return plan;
}

void close_open(LabChecks& checks, Verdict blamed, Reason reason) {
  for (PlannedCheck* check : in_order(checks)) {
    if (check->is_open()) {
      check->judgement = not_run(blamed, reason);
    }
  }
}

void leave_open_ungraded(LabChecks& checks, Reason reason, const std::string& machine) {
  for (PlannedCheck* check : in_order(checks)) {
    if (check->is_open()) {
      check->judgement = not_graded(reason, machine);
    }
  }
}

void close_all(std::vector<PlannedCheck>& stage, Verdict blamed, Reason reason) {
  for (PlannedCheck& check : stage) {
    check.judgement = not_run(blamed, reason);
  }
}

Verdict gravest_of(const std::vector<Judgement>& judgements) {
  Headline first{true, Verdict::passed};
  for (const Judgement& each : judgements) {
    first = first_of(first, each);
  }
  return first.second;
}

Verdict value_verdict(const LabChecks& checks) {
  const Verdict shapes = gravest_of(checks.shapes), large = gravest_of(checks.large);
  return is_graver(large, shapes) ? large : shapes;
}

std::vector<PlannedCheck*> in_order(LabChecks& checks) {
  std::vector<PlannedCheck*> all = {&checks.file};
  for (auto* stage : {&checks.shapes, &checks.large, &checks.host_entry, &checks.evidence}) {
    for (PlannedCheck& check : *stage) {
      all.push_back(&check);
    }
  }
  if (checks.speed) {
    all.push_back(&*checks.speed);
  }
  return all;
}

}  // namespace gemmlab
