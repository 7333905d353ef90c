#include "grader/oral/change_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "common/facts/names.h"
#include "grader/core/metrics.h"
#include "grader/oral/experiments.h"
#include "grader/oral/outcome_words.h"
#include "grader/report/excerpt.h"
#include "grader/report/words/count.h"

namespace gemmlab {
namespace {

using Kind = ExperimentKind;
using Results = std::vector<LabResult>;

QuestionKind kind_of(Kind kind) {
  return named<QuestionKind>(name(kind)).value();
}

// What is to be done to the file, as an instruction.
std::string instruction(const Experiment& experiment) {
  const auto& [kind, line, was, now, name, text] = experiment;
  switch (kind) {
    case Kind::test_dropped:
      return fmt::format("Line {} tests `{}`. Leave this test out: write `{}` in its place.", line,
                         was, now);
    case Kind::test_weakened:
    case Kind::loop_one_more:
      return fmt::format("Write `{}` for `{}` in line {}.", now, was, line);
    case Kind::barrier_deleted:
      return fmt::format("Delete the barrier in line {}.", line);
    case Kind::axes_exchanged:
      return "Exchange threadIdx.x and threadIdx.y wherever the file uses them.";
    case Kind::row_length:
      return fmt::format("Write `{}` for `{}` as the row length of `{}` in line {}.", now, was,
                         name, line);
    case Kind::one_for_zero:
      return fmt::format("Line {} puts 0 into `{}` where the matrix has no element. Put 1 there.",
                         line, name);
    case Kind::grid_rounded_down:
      return fmt::format("Write `{}` for `{}` in line {}.", now, was, line);
    case Kind::constant_halved:
      return fmt::format("Set `{}` to {} instead of {} (line {}), and change nothing else.", name,
                         now, was, line);
    case Kind::row_padded:
      return fmt::format("Declare the rows of `{}` with `{}` elements instead of `{}` (line {}).",
                         name, now, was, line);
  }
  return "";
}

std::string topic_of(const Experiment& experiment) {
  switch (experiment.kind) {
    case Kind::test_dropped:
    case Kind::test_weakened:
      return "test of " + experiment.name;
    case Kind::row_length:
      return "rows of " + experiment.name;
    case Kind::grid_rounded_down:
      return "grid";
    default:
      return "";
  }
}

// Whether the question is what a change costs, and not only where it is wrong.
bool is_about_costs(Kind kind) {
  return kind == Kind::axes_exchanged || kind == Kind::constant_halved || kind == Kind::row_padded;
}

// Where a barrier matters: with one phase, with some, with many.
std::vector<Shape> by_depth(const OralSubject& subject) {
  const int side = subject.tile(), unit = subject.spec.multiple_of;
  return {{side, side, unit > 1 ? unit : 4, ""},
          {side, side, 2 * side, ""},
          {side, side, 4 * side, ""}};
}

QuestionPlan plan_of_values(const OralSubject& subject, const Experiment& experiment) {
  const Kind kind = experiment.kind;
  const std::vector<Shape> shapes = kind == Kind::barrier_deleted ? by_depth(subject)
                                    : kind == Kind::row_length    ? subject.whole_shapes()
                                                                  : subject.shapes_around();
  QuestionPlan plan{.kind = kind_of(kind), .topic = topic_of(experiment)};
  for (const Shape& shape : shapes) {
    plan.runs.push_back({experiment.text, shape});
  }
  plan.question = [=](const Results& results) -> std::optional<Question> {
    if (!std::ranges::all_of(results, is_telling)) {
      return std::nullopt;
    }
    const bool is_harmless = std::ranges::all_of(results, is_right);
    return Question{
        .kind = kind_of(kind),
        .line = experiment.line,
        .text = fmt::format("{} At which of the shapes {} is C still right, and what "
                            "does gemmlab find at the others? Why?",
                            instruction(experiment), listed(shapes)),
        .answer = outcomes(shapes, results, experiment.line),
        .is_without_effect = is_harmless,
        .is_obvious = kind == Kind::loop_one_more && std::ranges::none_of(results, is_right)};
  };
  return plan;
}

// Counts of a run that a finding stopped are those of a part of it.
bool ends_as_usual(const LabResult& result) {
  return is_right(result) || is_about_values(result.verdict);
}

std::string launch_of(const Metrics& metrics) {
  const LaunchShape* const launch = only_launch(metrics.launches);
  return launch == nullptr ? ""
                           : fmt::format("{} of {:.0f} threads",
                                         counted(std::uint64_t(launch->blocks()), "block"),
                                         launch->threads() / launch->blocks());
}

QuestionPlan plan_of_costs(const OralSubject& subject, const Experiment& experiment) {
  const Metrics& before = *subject.result.metrics;
  const auto question = [experiment, &before](const Results& results) -> std::optional<Question> {
    const LabResult& result = results[0];
    if (!is_telling(result) || (is_right(result) && !result.metrics)) {
      return std::nullopt;
    }
    std::vector<std::string> answer = {
        fmt::format("Values: {}.", outcome(result, experiment.line))};
    if (answer[0].ends_with("..")) {
      answer[0].pop_back();
    }
    bool is_same = is_right(result);
    if (result.metrics && ends_as_usual(result)) {
      const std::string was = launch_of(before), now = launch_of(*result.metrics);
      if (was != now && !was.empty() && !now.empty()) {
        answer.push_back(fmt::format("Launch: {} before, {} after.", was, now));
      }
      std::vector<std::string> costs = differences(before, *result.metrics);
      is_same &= costs.empty();
      if (costs.empty()) {
        costs = {"Sectors and wavefronts: the same as before."};
      }
      std::ranges::move(costs, std::back_inserter(answer));
    }
    return Question{.kind = kind_of(experiment.kind),
                    .line = experiment.line,
                    .text = fmt::format(
                        "{} What changes at {}: the values of C, the sectors of global "
                        "memory{}? Why?",
                        instruction(experiment), extents(before.shape),
                        before.shared_load.requests > 0 ? ", the wavefronts of shared memory" : ""),
                    .answer = std::move(answer),
                    .is_without_effect = is_same};
  };
  return {kind_of(experiment.kind), "", {{experiment.text, before.shape, true}}, question};
}

}  // namespace

std::vector<QuestionPlan> plans_about_changes(const OralSubject& subject) {
  std::vector<QuestionPlan> plans;
  for (const Experiment& experiment : experiments_on(subject.text)) {
    if (!is_about_costs(experiment.kind)) {
      plans.push_back(plan_of_values(subject, experiment));
    } else if (subject.result.metrics) {
      plans.push_back(plan_of_costs(subject, experiment));
    }
  }
  return plans;
}

}  // namespace gemmlab
