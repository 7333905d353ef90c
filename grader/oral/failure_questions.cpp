#include "grader/oral/failure_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "grader/core/foreign_text.h"
#include "grader/oral/outcome_words.h"
#include "grader/report/excerpt.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

using Results = std::vector<LabResult>;

// The first that has the verdict, if possible at a shape in which more than a corner of a tile is
// used.
const Check* telling(const LabResult& result) {
  constexpr int kFew = 16;
  const Check* first = nullptr;
  for (const Check& check : result.checks) {
    if (check.outcome != CheckOutcome::failed || check.verdict != result.verdict) {
      continue;
    }
    if (!check.shape || std::ranges::min(check.shape->extents()) >= kFew) {
      return &check;
    }
    first = first == nullptr ? &check : first;
  }
  return first;
}

int own_line(const Check& check) {
  return check.file().empty() ? check.line().value_or(0) : 0;
}

QuestionPlan known(Question question) {
  const QuestionKind kind = question.kind;
  return {kind, "", {}, [question = std::move(question)](const Results&) { return question; }};
}

// Whether a change was found that makes the file right: then its cause is known.
bool is_repaired(const LabResult& result) {
  return std::ranges::any_of(result.checks,
                             [](const Check& check) { return !check.changes.empty(); });
}

// None about wrong values whose cause is a guess.
std::optional<Question> about_verdict(const Check& check, Causes causes) {
  if (is_about_values(check.verdict) && causes == Causes::guessed) {
    return std::nullopt;
  }
  const std::string at = check.shape ? fmt::format(" at {}", extents(*check.shape)) : "";
  std::vector<std::string> answer = said_of(check, Repairs::hidden, causes);
  if (const int line = own_line(check); line > 0) {
    answer.push_back(fmt::format("Line {}.", line));
  }
  const bool is_of_values = check.kind == CheckKind::values;
  return Question{
      .kind = QuestionKind::verdict,
      .text = is_of_values
                  ? fmt::format("gemmlab says {} of this file{}. What happens there, in which "
                                "line, and why?",
                                name(check.verdict), at)
                  : fmt::format("This file fails the check \"{}\": {}. What has gemmlab seen, "
                                "and in which line?",
                                check.name, name(check.verdict)),
      .answer = std::move(answer)};
}

std::optional<Question> about_first_wrong(const Check& check) {
  const auto* const wrong = check.fact ? get_if<WrongValues>(&*check.fact) : nullptr;
  const bool is_everywhere = wrong != nullptr && wrong->wrong == wrong->elements;
  if (wrong == nullptr || is_everywhere || !check.error_map || check.error_map->first.empty() ||
      !check.shape) {
    return std::nullopt;
  }
  std::vector<std::string> first;
  for (const Mismatch& each : check.error_map->first) {
    first.push_back(
        fmt::format("C[{}][{}]{}", each.row, each.col, each.unwritten ? " (never written)" : ""));
  }
  return Question{
      .kind = QuestionKind::first_wrong,
      .text = fmt::format("At {} some elements of C are wrong or missing. Which is the first one, "
                          "row by row, and how many are there? Show where they lie.",
                          extents(*check.shape)),
      .answer = {fmt::format("{} of {}, with {} inputs; row by row they begin with {}.",
                             wrong->wrong, wrong->elements, name(wrong->input), listed(first))}};
}

std::optional<Question> about_repair(const LabResult& result) {
  for (const Check& check : result.checks) {
    if (check.changes.empty()) {
      continue;
    }
    std::vector<std::string> answer;
    for (const Change& change : check.changes) {
      answer.push_back(printable(
          fmt::format("Line {}: `{}` becomes `{}`{}.", change.line, change.was, change.now,
                      change.places > 1 ? fmt::format(" in {} places", change.places) : "")));
    }
    answer.emplace_back("With this change C is right at all shapes of the lab.");
    return Question{.kind = QuestionKind::repair,
                    .text = "One small change, in one line, makes C right at all shapes. Which?",
                    .answer = std::move(answer)};
  }
  return std::nullopt;
}

// At which shapes is the file right as it is?
QuestionPlan plan_of_shapes(const OralSubject& subject) {
  const std::vector<Shape> shapes = subject.shapes_around();
  QuestionPlan plan{.kind = QuestionKind::right_shapes};
  for (const Shape& shape : shapes) {
    plan.runs.push_back({subject.text, shape});
  }
  plan.question = [=](const Results& results) -> std::optional<Question> {
    const auto right = std::ranges::count_if(results, is_right);
    if (!std::ranges::all_of(results, is_telling) || right == 0 || right == std::ssize(results)) {
      return std::nullopt;
    }
    return Question{.kind = QuestionKind::right_shapes,
                    .text = fmt::format("The file is wrong, but not everywhere. At which of the "
                                        "shapes {} is C right, and why there?",
                                        listed(shapes)),
                    .answer = outcomes(shapes, results, 0)};
  };
  return plan;
}

}  // namespace

std::vector<QuestionPlan> plans_about_failure(const OralSubject& subject) {
  const Check* const check = telling(subject.result);
  if (check == nullptr) {
    return {};
  }
  const Causes causes = is_repaired(subject.result) ? Causes::known : Causes::guessed;
  std::vector<QuestionPlan> plans;
  if (auto question = about_verdict(*check, causes)) {
    plans.push_back(known(std::move(*question)));
  }
  if (has_right_values(subject.result.verdict)) {
    return plans;
  }
  if (auto question = about_first_wrong(*check)) {
    plans.push_back(known(std::move(*question)));
  }
  if (auto question = about_repair(subject.result)) {
    plans.push_back(known(std::move(*question)));
  }
  plans.push_back(plan_of_shapes(subject));
  return plans;
}

}  // namespace gemmlab
