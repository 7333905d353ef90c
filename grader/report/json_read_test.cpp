// Results that are read back from their JSON text.
#include "grader/report/json_read.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>

#include "common/facts/json.h"
#include "common/facts/run_report.h"
#include "grader/core/error_map.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/facts/sample_cause_name.h"
#include "grader/report/json.h"
#include "grader/report/sample_result.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

// Everything a check can hold, once with each kind of fact.
LabResult lab_of_every_fact() {
  LabResult lab = failed_lab();
  lab.checks.clear();
  for (Fact& fact : every_fact()) {
    Check check = failed(planned_check("values 1x2x3", 2), Verdict::wrong, std::move(fact),
                         {{"helper.cuh", 7, 3, "write"}, {"", 9, 0, "read"}});
    check.shape = {1, 2, 3, ""};
    check.cause = sample_cause();
    check.warnings = {{7, "may be used uninitialized", true}};
    check.changes = {{7, "row * n", "row * k", 2}};
    check.error_map = right_everywhere(2, 3);
    check.failed_call = get<ApiError>(every_fact()[every_fact().size() - 2]);
    check.only_on_gpu = true;
    check.hint = "3.2";
    lab.checks.push_back(std::move(check));
  }
  lab.speed = measured_speed();
  return lab;
}

Result result_in(const std::string& text) {
  return result_from_json(Json::parse(text));
}

Result read_back(const Result& result) {
  return result_in(to_json(result));
}

TEST(ReadJson, GivesEveryKindOfFactAndTheSameWords) {
  const LabResult before = lab_of_every_fact();
  std::set<std::size_t> kinds;
  for (const Check& check : before.checks) {
    kinds.insert(check.fact->index());
  }
  const auto count = []<typename... Each>(const OneOf<Each...>&) { return sizeof...(Each); };
  ASSERT_EQ(kinds.size(), count(Fact()));
  const LabResult after = read_back(result_with(before)).labs.at(0);
  ASSERT_EQ(after.checks.size(), before.checks.size());
  for (std::size_t i = 0; i < before.checks.size(); ++i) {
    const Check &one = before.checks[i], &other = after.checks[i];
    EXPECT_EQ(cause_name(one), cause_name(other));
    EXPECT_EQ(one.fact->index(), other.fact->index());
    EXPECT_EQ(message(one), message(other));
    EXPECT_NE(message(one), "");
  }
}

TEST(ReadJson, GivesAResultThatIsWrittenAlike) {
  Result result = sample_result();
  result.labs = {failed_lab(), ungradable_lab(), lab_of_every_fact()};
  LabResult unrun = failed_lab();
  unrun.checks = {not_run(planned_check("values 5x4x3", 10), Verdict::exited, Reason::ended_itself),
                  not_graded(planned_check("speed", 20), Reason::machine, "the disk is full"),
                  refused(planned_check("file", 5), NoFile{"it hides its accesses"}),
                  passed(planned_check("values 1x1x1", 3))};
  result.labs.push_back(unrun);
  EXPECT_EQ(to_json(read_back(result)), to_json(result));
}

TEST(ReadJson, GivesTheSameTallies) {
  Result before = sample_result();
  before.labs.push_back(lab_of_every_fact());
  const Result after = read_back(before);
  EXPECT_EQ(after.seed, before.seed);
  EXPECT_EQ(after.backend, before.backend);
  ASSERT_EQ(after.labs.size(), before.labs.size());
  for (std::size_t i = 0; i < before.labs.size(); ++i) {
    const LabResult &one = before.labs[i], &other = after.labs[i];
    EXPECT_EQ(one.verdict, other.verdict);
    EXPECT_EQ(one.score, other.score);
    EXPECT_EQ(one.max_score, other.max_score);
    EXPECT_EQ(one.not_graded_points, other.not_graded_points);
    EXPECT_EQ(one.infrastructure, other.infrastructure);
    EXPECT_EQ(gravest(one.checks), gravest(other.checks));
    ASSERT_EQ(one.checks.size(), other.checks.size());
    for (std::size_t k = 0; k < one.checks.size(); ++k) {
      EXPECT_EQ(one.checks[k].status(), other.checks[k].status());
      EXPECT_EQ(one.checks[k].points(), other.checks[k].points());
    }
  }
}

TEST(ReadJson, GivesTheMapOfErrors) {
  Check check = failed(planned_check("values 131x127x1", 5), Verdict::not_finite, WrongValues{});
  ErrorMap map = right_everywhere(131, 127);
  add_wrong(map, 0, 0, 0.25, false);
  add_wrong(map, 130, 126, INFINITY, false);
  add_wrong(map, 64, 5, 0, true);
  map.input = "tagged";
  map.first = {{0, 0, 1.5f, 2.5, false},
               {64, 5, 0, 7, true},
               {130, 125, NAN, 3, false},
               {130, 126, -INFINITY, 1e-30, false},
               {130, 124, 1.5f, INFINITY, false}};
  check.error_map = map;
  LabResult lab = failed_lab();
  lab.checks = {check};
  const Check read = read_back(result_with(lab)).labs.at(0).checks.at(0);
  ASSERT_TRUE(read.error_map);
  EXPECT_EQ(read.error_map->rows, 131);
  EXPECT_EQ(read.error_map->cols, 127);
  EXPECT_EQ(read.error_map->width, map.width);
  EXPECT_EQ(read.error_map->input, "tagged");
  EXPECT_EQ(read.error_map->cells, map.cells);
  ASSERT_EQ(read.error_map->first.size(), map.first.size());
  for (std::size_t i = 0; i < map.first.size(); ++i) {
    const Mismatch &one = map.first[i], &other = read.error_map->first[i];
    EXPECT_EQ(one.row, other.row);
    EXPECT_EQ(one.col, other.col);
    EXPECT_EQ(one.unwritten, other.unwritten);
    EXPECT_EQ(one.expected, other.expected);
    EXPECT_TRUE(one.got == other.got || (std::isnan(one.got) && std::isnan(other.got)));
  }
  EXPECT_EQ(message(read), message(check));
}

// `text` with its first `from` replaced.
std::string with_other(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ReadJson, RefusesWhatIsNoWholeResult) {
  const std::string whole = to_json(result_with(lab_of_every_fact()));
  EXPECT_NO_THROW(result_in(whole));
  for (std::size_t bytes = 0; bytes + 2 < whole.size(); bytes += 997) {
    EXPECT_THROW(result_in(whole.substr(0, bytes)), std::runtime_error) << bytes;
  }
  for (const char* other : {"", "[]", "{}", "null", "7"}) {
    EXPECT_THROW(result_in(other), std::runtime_error) << other;
  }
}

TEST(ReadJson, RefusesOtherSchemasAndUnknownNames) {
  const std::string whole = to_json(result_with(lab_of_every_fact()));
  for (const auto& [from, to] : {std::pair{"gemmlab.result/2", "gemmlab.result/1"},
                                 {"gemmlab.result/2", "gemmlab.result/3"},
                                 {"\"wrong_values\"", "\"odd_values\""},
                                 {"\"verdict\": \"WRONG\"", "\"verdict\": \"ODD\""},
                                 {"\"outcome\": \"failed\"", "\"outcome\": \"lost\""},
                                 {"\"kind\": \"values\"", "\"kind\": \"value\""},
                                 {"\"width\": 1", "\"width\": 0"},
                                 {"\"rows\": 2,", "\"rows\": 2000000000,"},
                                 {"\"checks\"", "\"cheques\""}}) {
    EXPECT_THROW(result_in(with_other(whole, from, to)), std::runtime_error) << to;
  }
}

}  // namespace
}  // namespace gemmlab
