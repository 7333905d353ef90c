#include "grader/oral/oral_check.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "grader/core/drawn_shapes.h"
#include "grader/core/inputs.h"
#include "grader/oral/change_questions.h"
#include "grader/oral/count_questions.h"
#include "grader/oral/failure_questions.h"

namespace gemmlab {
namespace {

// Of one kind, as long as there are others.
constexpr std::size_t kMostAlike = 2;

void shuffle(std::vector<QuestionPlan>& plans, std::uint64_t seed) {
  for (std::size_t i = plans.size(); i > 1; --i) {
    std::swap(plans[i - 1], plans[draw(seed, i) % i]);
  }
}

// Each kind comes once before any comes twice; those with more than a fair share come last.
std::vector<QuestionPlan> spread(std::vector<QuestionPlan> plans) {
  std::map<QuestionKind, std::size_t> before;
  std::vector<std::pair<std::size_t, QuestionPlan>> rounds;
  for (QuestionPlan& plan : plans) {
    const std::size_t round = before[plan.kind]++;
    rounds.emplace_back(round, std::move(plan));
  }
  std::ranges::stable_sort(rounds, {}, [](const auto& each) { return each.first; });
  std::vector<QuestionPlan> all;
  for (auto& [round, plan] : rounds) {
    all.push_back(std::move(plan));
  }
  return all;
}

// One of each, as long as both last.
std::vector<QuestionPlan> in_turns(std::vector<QuestionPlan> one, std::vector<QuestionPlan> other) {
  std::vector<QuestionPlan> all;
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    for (std::vector<QuestionPlan>* plans : {&one, &other}) {
      if (i < plans->size()) {
        all.push_back(std::move((*plans)[i]));
      }
    }
  }
  return all;
}

std::vector<QuestionPlan> plans_about(const OralSubject& subject) {
  if (is_before_results(subject.result.verdict)) {
    return {};
  }
  std::vector<QuestionPlan> counts = plans_about_counts(subject);
  shuffle(counts, subject.seed);
  counts = spread(std::move(counts));
  std::vector<QuestionPlan> plans = plans_about_failure(subject);
  if (has_right_values(subject.result.verdict)) {
    std::vector<QuestionPlan> changes = plans_about_changes(subject);
    shuffle(changes, subject.seed + 1);
    counts = in_turns(spread(std::move(changes)), std::move(counts));
  }
  std::ranges::move(counts, std::back_inserter(plans));
  return plans;
}

// The results of a plan's runs: those that several plans need are made once.
class Runs {
 public:
  explicit Runs(const JudgeRuns& judge) : judge_(judge) {}

  void make(const std::vector<OralRun>& wanted) {
    std::vector<OralRun> missing;
    for (const OralRun& run : wanted) {
      if (results_.emplace(key_of(run), LabResult()).second) {
        missing.push_back(run);
      }
    }
    const std::vector<LabResult> made =
        missing.empty() ? std::vector<LabResult>() : judge_(missing);
    for (std::size_t i = 0; i < missing.size(); ++i) {
      results_[key_of(missing[i])] = made[i];
    }
  }
  std::vector<LabResult> of(const std::vector<OralRun>& runs) const {
    std::vector<LabResult> results;
    std::ranges::transform(runs, std::back_inserter(results),
                           [&](const OralRun& run) { return results_.at(key_of(run)); });
    return results;
  }

 private:
  using Key = std::tuple<std::string, std::array<int, 3>, bool>;
  static Key key_of(const OralRun& run) { return {run.text, run.shape->extents(), run.counts}; }

  const JudgeRuns& judge_;
  std::map<Key, LabResult> results_;
};

// As many as are wanted, of plans in their order. Runs some plans more than are needed at once,
// because some come to nothing.
class Asking {
 public:
  Asking(std::vector<QuestionPlan> plans, const JudgeRuns& judge)
      : plans_(std::move(plans)), runs_(judge) {}

  std::vector<Question> asked() {
    while (asked_.size() < kQuestions && next_ < plans_.size()) {
      const std::size_t end = std::min(plans_.size(), next_ + kQuestions - asked_.size() + 1);
      std::vector<OralRun> runs;
      for (std::size_t i = next_; i < end; ++i) {
        std::ranges::copy(plans_[i].runs, std::back_inserter(runs));
      }
      runs_.make(runs);
      for (; next_ < end; ++next_) {
        consider(plans_[next_]);
      }
    }
    for (Question& question : spare_) {
      add(std::move(question));
    }
    std::ranges::stable_sort(asked_, {},
                             [](const Question& each) { return std::pair(each.kind, each.line); });
    return std::move(asked_);
  }

 private:
  void consider(const QuestionPlan& plan) {
    std::optional<Question> question = plan.question(runs_.of(plan.runs));
    if (!question) {
      return;
    }
    const auto alike = std::size_t(std::ranges::count(asked_, question->kind, &Question::kind));
    const bool is_idle = question->is_without_effect &&
                         std::ranges::count(asked_, true, &Question::is_without_effect) > 0;
    const bool is_known = !plan.topic.empty() && !topics_.insert(plan.topic).second;
    if (is_idle || is_known || question->is_obvious || alike >= kMostAlike) {
      spare_.push_back(std::move(*question));
    } else {
      add(std::move(*question));
    }
  }
  void add(Question question) {
    if (asked_.size() < kQuestions) {
      asked_.push_back(std::move(question));
    }
  }

  std::vector<QuestionPlan> plans_;
  std::size_t next_ = 0;
  Runs runs_;
  std::vector<Question> asked_, spare_;
  std::set<std::string> topics_;
};

}  // namespace

OralCheck oral_check(const Spec& spec, const std::string& text, std::uint64_t seed,
                     const JudgeRuns& judge) {
  OralCheck check{.result = judge({{text}}).front()};
  const OralSubject subject{spec, text, check.result,
                            shape_key(text, "oral " + std::to_string(seed))};
  check.questions = Asking(plans_about(subject), judge).asked();
  return check;
}

}  // namespace gemmlab
