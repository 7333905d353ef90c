#include "grader/oral/oral_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "grader/oral/oral_page.h"

namespace gemmlab {
namespace {

using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::Not;
using testing::SizeIs;

const std::string kText = R"(constexpr int kBlock = 16;
__global__ void naive(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * kBlock + threadIdx.y;
  const int col = blockIdx.x * kBlock + threadIdx.x;
  if (row < m && col < n) {  // the answer is here
    float sum = 0.0f;
    for (int p = 0; p < k; ++p) {
      sum += a[row * k + p] * b[p * n + col];
    }
    c[row * n + col] = sum;
  }
}
)";

Spec any_sizes() {
  Spec spec;
  spec.lab = "02_naive_kernel";
  return spec;
}

LabResult with_values(Verdict verdict, const Shape& shape) {
  LabResult result;
  result.id = "02";
  result.verdict = verdict;
  const CheckPlan plan{CheckKind::values, "values", 10, shape};
  result.checks.push_back(
      finished(plan, verdict == Verdict::passed
                         ? passed()
                         : failed({verdict, WrongValues{InputKind::uniform, 3, 9}, {{"", 5, 1}}})));
  return result;
}

// One load of `b` on line 8 in a warp's request of four sectors.
Metrics counted_at(const Shape& shape) {
  Metrics metrics;
  metrics.shape = shape;
  metrics.launches.push_back({{8, 8, 1}, {16, 16, 1}});
  const AccessCounts counts{1024, 4096, 4096, 1024 * 128};
  metrics.global_load = counts;
  LineMetrics line;
  line.file = "kernel.cu";
  line.line = 8;
  line.global_load = counts;
  line.source = "sum += a[row * k + p] * b[p * n + col];";
  AccessPlace place;
  place.counts = counts;
  place.example.variable = "b";
  line.places.push_back(place);
  metrics.lines.push_back(line);
  return metrics;
}

using Judge = std::function<LabResult(const OralRun&)>;

std::vector<Question> asked(const Judge& judge, std::uint64_t seed = 1,
                            const std::string& text = kText) {
  return oral_check(any_sizes(), text, seed,
                    [&](const std::vector<OralRun>& runs) {
                      std::vector<LabResult> results;
                      std::ranges::transform(runs, std::back_inserter(results), judge);
                      return results;
                    })
      .questions;
}

// Changed files are wrong where m is odd.
LabResult usual(const OralRun& run) {
  const Shape shape = run.shape.value_or(square(128));
  const bool is_wrong = run.text != kText && shape.m % 2 == 1;
  LabResult result = with_values(is_wrong ? Verdict::wrong : Verdict::passed, shape);
  result.metrics = counted_at(shape);
  return result;
}

std::vector<std::string> texts(const std::vector<Question>& questions) {
  std::vector<std::string> all;
  std::ranges::transform(questions, std::back_inserter(all),
                         [](const Question& each) { return each.text; });
  return all;
}

TEST(OralCheck, AsksTenQuestionsAtMostAndEachHasAnAnswer) {
  const std::vector<Question> questions = asked(usual);
  EXPECT_THAT(questions, SizeIs(Le(kQuestions)));
  EXPECT_THAT(questions, Not(IsEmpty()));
  EXPECT_THAT(questions, Each(Field(&Question::answer, Not(IsEmpty()))));
}

TEST(OralCheck, AsksTheSameForASeedAndOtherwiseForAnother) {
  EXPECT_EQ(texts(asked(usual, 7)), texts(asked(usual, 7)));
  const auto first = texts(asked(usual, 1));
  const bool is_other = texts(asked(usual, 2)) != first || texts(asked(usual, 3)) != first;
  EXPECT_TRUE(is_other);
}

TEST(OralCheck, SaysAtWhichShapesAChangeIsWrong) {
  const std::vector<Question> questions = asked(usual);
  const auto test = std::ranges::find_if(questions, [](const Question& each) {
    return each.kind == QuestionKind::test_dropped || each.kind == QuestionKind::test_weakened;
  });
  ASSERT_NE(test, questions.end());
  EXPECT_EQ(test->line, 5);
  EXPECT_EQ(test->answer[0], "32x32x32, 32x33x32 and 32x32x33: C is right, and nothing is found.");
  EXPECT_THAT(test->answer[1], HasSubstr("33x32x32: WRONG, line 5: 3 of 9 elements"));
}

// Of wrong values, gemmlab's line and cause are what most likely made them so.
LabResult partial(const OralRun& run, bool is_repaired) {
  const Shape shape = run.shape.value_or(square(33));
  LabResult result = with_values(shape.m % 2 == 1 ? Verdict::partial : Verdict::passed, shape);
  if (!run.shape && is_repaired) {
    result.checks.front().changes.push_back({.line = 5, .was = "row < n", .now = "row < m"});
  }
  result.verdict = run.shape ? result.verdict : Verdict::partial;
  return result;
}

TEST(OralCheck, TakesACauseForKnownOnlyWithAChangeThatRepairs) {
  const auto asked_if = [](bool is_repaired) {
    return texts(asked([&](const OralRun& run) { return partial(run, is_repaired); }));
  };
  EXPECT_THAT(asked_if(true), Contains(HasSubstr("in which line, and why?")));
  EXPECT_THAT(asked_if(true), Contains(HasSubstr("One small change")));
  EXPECT_THAT(asked_if(false), Each(Not(HasSubstr("in which line"))));
}

TEST(OralCheck, LeavesOutWhatCannotBeRun) {
  const auto judge = [](const OralRun& run) {
    LabResult result = usual(run);
    result.infrastructure = run.text != kText;
    return result;
  };
  for (const Question& each : asked(judge)) {
    EXPECT_LT(each.kind, QuestionKind::test_dropped) << each.text;
  }
}

TEST(OralCheck, AsksAWrongFileAboutItsFailureAndNotAboutChanges) {
  const auto judge = [](const OralRun& run) {
    const Shape shape = run.shape.value_or(square(33));
    LabResult result = with_values(shape.m % 2 == 1 ? Verdict::partial : Verdict::passed, shape);
    result.verdict = run.shape ? result.verdict : Verdict::partial;
    result.metrics = counted_at(shape);
    return result;
  };
  const std::vector<Question> questions = asked(judge);
  EXPECT_THAT(texts(questions), Contains(HasSubstr("wrong, but not everywhere")));
  for (const Question& each : questions) {
    EXPECT_LT(each.kind, QuestionKind::test_dropped) << each.text;
  }
}

TEST(OralCheck, AsksNothingAboutAFileThatDidNotRun) {
  const auto judge = [](const OralRun&) {
    LabResult result;
    result.verdict = Verdict::does_not_compile;
    return result;
  };
  EXPECT_THAT(asked(judge), IsEmpty());
}

TEST(OralPage, HasAllAnswersBehindAllQuestionsAndNoComments) {
  OralCheck check;
  check.result = with_values(Verdict::passed, square(32));
  check.result.source = "kernel.cu";
  check.questions = {{.line = 5, .text = "What is tested?", .answer = {"The row.", "And more."}},
                     {.text = "What else?", .answer = {"Nothing."}}};
  const std::string page = oral_page(check, kText, {});
  EXPECT_LT(page.find("What else?"), page.find("The row."));
  EXPECT_THAT(page, HasSubstr("   5 | if (row < m && col < n) {\n"));
  EXPECT_THAT(page, Not(HasSubstr("the answer is here")));
  EXPECT_THAT(oral_json(check, kText), HasSubstr("\"answer\": [\n"));
}

}  // namespace
}  // namespace gemmlab
