// The results for Gradescope.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "grader/batch/gradescope/gradescope.h"

namespace gemmlab {
namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;
using testing::HasSubstr;
using testing::Not;

Check planned(const std::string& name, int points) {
  Check check;
  check.name = name;
  check.max_points = points;
  return check;
}

Record graded() {
  LabResult lab;
  lab.id = "03";
  lab.slug = "03_tiled_kernel";
  lab.title = "Share a tile";
  lab.verdict = Verdict::race;
  lab.score = 60;
  lab.not_graded_points = 20;
  lab.checks = {
      passed(planned("values 32x32x32", 60)),
      failed(planned("reuse", 20), Verdict::race, NoFile{"RACE at <b>line 3</b>\x1b[31m \xff"}),
      not_graded(planned("speed", 20), Reason::no_gpu)};
  lab.metrics.emplace();
  lab.metrics->bytes_per_flop = 0.14;
  lab.speed.emplace();
  Record record;
  record.student = "submission";
  record.seconds = 12.34;
  record.sandbox.name = "weak";
  record.left_out = {{"notes.txt", LeftOutReason::not_a_labs_file}};
  record.result.labs = {lab};
  return record;
}

Json results(const Record& record, const ShowRule& show = {}) {
  return Json::parse(gradescope_results(record, show));
}

Names keys(const Json& object) {
  Names names;
  for (const auto& [name, unused] : object.items()) {
    names.insert(name);
  }
  return names;
}

TEST(GradescopeResults, HaveItsKeysAndNoOthers) {
  const Json json = results(graded());
  EXPECT_EQ(keys(json), (Names{"score", "execution_time", "output", "output_format", "visibility",
                               "stdout_visibility", "tests", "leaderboard", "extra_data"}));
  EXPECT_EQ(keys(json["tests"][0]), (Names{"score", "max_score", "status", "name", "number",
                                           "output", "output_format", "tags", "visibility"}));
}

TEST(GradescopeResults, GiveThePointsOfEachCheckAndTheirSum) {
  const Json json = results(graded());
  EXPECT_EQ(json["score"], 60);
  EXPECT_EQ(json["execution_time"], 12.3);
  ASSERT_EQ(json["tests"].size(), 3u);
  EXPECT_EQ(json["tests"][0]["score"], 60);
  EXPECT_EQ(json["tests"][0]["status"], "passed");
  EXPECT_EQ(json["tests"][0]["number"], "03.1");
  EXPECT_EQ(json["tests"][1]["score"], 0);
  EXPECT_EQ(json["tests"][1]["max_score"], 20);
  EXPECT_EQ(json["tests"][1]["status"], "failed");
  EXPECT_THAT(std::string(json["output"]), HasSubstr("notes.txt"));
}

TEST(GradescopeResults, TakeNoPointsForWhatCannotBeGradedThere) {
  const Json test = results(graded())["tests"][2];
  EXPECT_EQ(test["max_score"], 0);
  EXPECT_FALSE(test.contains("status"));
  EXPECT_THAT(std::string(test["output"]), HasSubstr("Not graded here"));
}

TEST(GradescopeResults, ShowWhatAStudentWroteAsPlainText) {
  const Json test = results(graded())["tests"][1];
  EXPECT_EQ(test["output_format"], "text");
  EXPECT_THAT(std::string(test["output"]), HasSubstr("<b>line 3</b>"));
  EXPECT_THAT(std::string(test["output"]), Not(HasSubstr("\x1b")));
}

TEST(GradescopeResults, AreShownAsTheCourseSays) {
  ShowRule show;
  show.speed = gemmlab::Visibility::after_due_date;
  const Json json = results(graded(), show);
  EXPECT_EQ(json["tests"][0]["visibility"], "visible");
  EXPECT_EQ(json["tests"][2]["visibility"], "after_due_date");
}

TEST(GradescopeResults, RankWhatPassedBySpeedAndBytes) {
  Record record = graded();
  EXPECT_TRUE(results(record)["leaderboard"].empty());
  LabResult& lab = record.result.labs[0];
  lab.verdict = Verdict::passed;
  lab.speed->outcome = SpeedOutcome::fast_enough;
  lab.speed->ratio = 2.345;
  lab.speed->over = "02_naive_kernel";
  const Json leaders = results(record)["leaderboard"];
  ASSERT_EQ(leaders.size(), 2u);
  EXPECT_EQ(keys(leaders[0]), (Names{"name", "value", "order"}));
  EXPECT_EQ(leaders[0]["order"], "desc");
  EXPECT_EQ(leaders[1]["value"], 0.14);
  EXPECT_EQ(leaders[1]["order"], "asc");
}

TEST(GradescopeResults, HaveNoScoreWhereOurSideFailed) {
  Record record = graded();
  record.result.labs[0].infrastructure = true;
  for (const Json& json : {results(record), Json::parse(gradescope_failure("the disk is full"))}) {
    EXPECT_FALSE(json.contains("score"));
    EXPECT_TRUE(json["tests"].empty());
    EXPECT_THAT(std::string(json["output"]), HasSubstr("not a problem with your work"));
  }
  EXPECT_THAT(std::string(results(record)["output"]), HasSubstr("no GPU"));
}

}  // namespace
}  // namespace gemmlab
