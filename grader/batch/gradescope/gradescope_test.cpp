// The results for Gradescope, and the archive that is uploaded there.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "grader/batch/gradescope/gradescope.h"

#include "grader/batch/feedback/feedback.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
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

TEST(GradescopeArchive, IsTheSameForTheSameFiles) {
  const fs::path folder = fs::path(testing::TempDir()) / "gradescope_zip";
  fs::remove_all(folder);
  fs::create_directories(folder / "tree" / "below");
  std::ofstream(folder / "tree" / "setup.sh") << "#!/bin/sh\n";
  std::ofstream(folder / "tree" / "below" / "file") << "text\n";
  fs::permissions(folder / "tree" / "setup.sh", fs::perms(0755));
  const auto bytes = [&](const char* name) {
    write_zip(files_below(folder / "tree"), folder / name);
    std::ostringstream text;
    text << std::ifstream(folder / name, std::ios::binary).rdbuf();
    return text.str();
  };
  const std::string first = bytes("1.zip");
  fs::last_write_time(folder / "tree" / "setup.sh", fs::file_time_type::clock::now());
  EXPECT_EQ(first, bytes("2.zip"));
  EXPECT_THAT(first, HasSubstr("below/file"));
  EXPECT_FALSE(fs::exists(folder / "1.zip.tmp"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace gemmlab
