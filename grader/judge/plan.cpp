#include "grader/judge/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "grader/core/score.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

std::size_t add(LabResult& lab, std::string name, int points) {
  Check check;
  check.name = std::move(name);
  check.max_points = points;
  lab.checks.push_back(std::move(check));
  return lab.checks.size() - 1;
}

std::size_t add_values(LabResult& lab, const Shape& shape, int points) {
  const std::size_t at =
      add(lab, fmt::format("values {}x{}x{}", shape.m, shape.n, shape.k), points);
  lab.checks[at].shape = shape;
  return at;
}

}  // namespace

std::string check_name(const Evidence& evidence) {
  switch (evidence.kind) {
    case Evidence::Kind::threads_per_output_at_least:
      return "threads for the outputs";
    case Evidence::Kind::uses_shared_memory:
      return "uses shared memory";
    case Evidence::Kind::reuse_at_least:
      return "reuse of loaded elements";
    case Evidence::Kind::sectors_over_ideal_at_most:
      return "coalesced accesses";
    case Evidence::Kind::shared_loads_per_fma_at_most:
      return "shared loads per multiply-add";
    case Evidence::Kind::bank_conflicts_at_most:
      break;
  }
  return "bank conflicts";
}

Plan plan_checks(const Spec& spec, LabResult& lab, bool has_gpu) {
  Plan plan;
  plan.file = add(lab, "file", 0);
  const auto value_points = spread(spec.points.values, int(spec.shapes.size()));
  for (std::size_t i = 0; i < spec.shapes.size(); ++i) {
    plan.shapes.push_back(add_values(lab, spec.shapes[i], value_points[i]));
  }
  for (std::size_t i = 0; has_gpu && i < spec.large.size(); ++i) {
    plan.large.push_back(add_values(lab, spec.large[i], 0));
  }
  if (spec.points.host_entry > 0) {
    plan.host_entry = add(lab, "matmul_host", spec.points.host_entry);
  }
  const auto evidence_points = spread(spec.points.evidence, int(spec.evidence.size()));
  for (std::size_t i = 0; i < spec.evidence.size(); ++i) {
    plan.evidence.push_back(add(lab, check_name(spec.evidence[i]), evidence_points[i]));
  }
  plan.speed = add(lab, "speed", spec.points.speed);
  return plan;
}

void pass(Check& check) {
  check.status = Status::passed;
  check.points = check.max_points;
  check.verdict = Verdict::passed;
}

void fail(Check& check, Verdict verdict, std::string message) {
  check.status = Status::failed;
  check.points = 0;
  check.verdict = verdict;
  check.message = std::move(message);
}

void fail_the_rest(LabResult& lab, Verdict verdict, const std::string& why) {
  for (Check& check : lab.checks) {
    if (check.status == Status::not_graded && check.message.empty()) {
      fail(check, verdict, why);
    }
  }
}

std::string step_at(const std::string& source, int line) {
  const auto steps = steps_of(source);
  std::istringstream lines(source);
  std::string text, step;
  bool code_since = true;
  for (int number = 1; std::getline(lines, text) && number <= line; ++number) {
    for (const std::string& candidate : steps) {
      const bool begins = text.find("Step " + candidate + ":") != std::string::npos ||
                          text.find("TODO(" + candidate + ")") != std::string::npos;
      // Steps that share a gap stand one after the other: the first of them is meant.
      if (begins && code_since) {
        step = candidate;
        code_since = false;
      }
    }
    const auto first = text.find_first_not_of(" \t\r");
    code_since |= first != std::string::npos && text.compare(first, 2, "//") != 0;
  }
  return step;
}

}  // namespace gemmlab
