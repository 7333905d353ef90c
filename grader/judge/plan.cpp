#include "grader/judge/stages.h"

#include <fmt/format.h>

namespace gemmlab {
namespace {

Check planned(CheckKind kind, std::string name, int points) {
  Check check;
  check.kind = kind;
  check.name = std::move(name);
  check.max_points = points;
  return check;
}

Check planned_values(const Shape& shape, int points) {
  Check check =
      planned(CheckKind::values, fmt::format("values {}x{}x{}", shape.m, shape.n, shape.k), points);
  check.shape = shape;
  return check;
}

}  // namespace

LabChecks plan_checks(const Spec& spec, bool has_gpu) {
  LabChecks plan;
  plan.file = planned(CheckKind::file, "file", 0);
  const auto value_points = spread(spec.points.values, int(spec.shapes.size()));
  for (std::size_t i = 0; i < spec.shapes.size(); ++i) {
    plan.shapes.push_back(planned_values(spec.shapes[i], value_points[i]));
  }
  for (std::size_t i = 0; has_gpu && i < spec.large.size(); ++i) {
    plan.large.push_back(planned_values(spec.large[i], 0));
  }
  if (spec.points.host_entry > 0) {
    plan.host_entry = {planned(CheckKind::host_entry, "matmul_host", spec.points.host_entry)};
  }
  const auto evidence_points = spread(spec.points.evidence, int(spec.evidence.size()));
  for (std::size_t i = 0; i < spec.evidence.size(); ++i) {
    plan.evidence.push_back(planned(CheckKind::evidence,
                                    std::string(measure_of(spec.evidence[i].kind).check_name),
                                    evidence_points[i]));
  }
  plan.speed = planned(CheckKind::speed, "speed", spec.points.speed);
  return plan;
}

void close_open(LabChecks& checks, Verdict blamed, Reason reason) {
  for (Check* check : in_order(checks)) {
    if (is_open(*check)) {
      *check = not_run(std::move(*check), blamed, reason);
    }
  }
}

void leave_open_ungraded(LabChecks& checks, Reason reason, const std::string& machine) {
  for (Check* check : in_order(checks)) {
    if (is_open(*check)) {
      *check = not_graded(std::move(*check), reason, machine);
    }
  }
}

Verdict value_verdict(const LabChecks& checks) {
  const Verdict shapes = gravest(checks.shapes), large = gravest(checks.large);
  return is_graver(large, shapes) ? large : shapes;
}

std::vector<Check*> in_order(LabChecks& checks) {
  std::vector<Check*> all = {&checks.file};
  for (auto* stage : {&checks.shapes, &checks.large, &checks.host_entry, &checks.evidence}) {
    for (Check& check : *stage) {
      all.push_back(&check);
    }
  }
  all.push_back(&checks.speed);
  return all;
}

}  // namespace gemmlab
