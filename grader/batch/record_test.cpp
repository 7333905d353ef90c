#include "grader/batch/record.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "grader/core/facts/sample_cause_name.h"
#include "grader/report/json.h"
#include "grader/report/sample_result.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

Record sample() {
  Record record;
  record.student = "ann";
  record.submission_sha256 = "0123";
  record.secret_sha256 = "4567";
  record.problem = "the archive is broken";
  record.left_out = {{"two.cu", LeftOutReason::one_of_several, 2, "03"}};
  record.submitted_at = {{"02", "2026-01-02T03:04:05Z"}};
  record.late = {"02"};
  record.paths = {{"02", "work/lab02_final.cu"}};
  record.is_handed_in = false;
  record.guesses = {{"02", "by its kernel's name"}};
  record.sandbox = {"weak", {"a network of its own"}, "not"};
  record.infrastructure = "no space is left";
  record.seconds = 1.5;
  record.result = sample_result();
  record.result.labs[0].speed = measured_speed();
  record.result.labs[1].checks[0].cause = sample_cause();
  return record;
}

// Checks each field separately, so that a failure names it.
void expect_equal(const Check& one, const Check& other) {
  EXPECT_EQ(one.name, other.name);
  EXPECT_EQ(one.status(), other.status());
  EXPECT_EQ(one.points(), other.points());
  EXPECT_EQ(one.max_points, other.max_points);
  EXPECT_EQ(one.verdict, other.verdict);
  EXPECT_EQ(message(one), message(other));
  EXPECT_EQ(one.shape.has_value(), other.shape.has_value());
  if (one.shape && other.shape) {
    EXPECT_EQ(one.shape->m, other.shape->m);
    EXPECT_EQ(one.shape->n, other.shape->n);
    EXPECT_EQ(one.shape->k, other.shape->k);
  }
  EXPECT_EQ(one.line(), other.line());
  EXPECT_EQ(one.lines(), other.lines());
  EXPECT_EQ(one.hint, other.hint);
  EXPECT_EQ(cause_name(one), cause_name(other));
}

TEST(Record, keeps_of_each_source_what_takes_a_megabyte_when_it_is_written) {
  for (const std::string part : {"\x01", "\"", "\n", "\xff", "\xe2\x82\xac", "a"}) {
    std::string source;
    while (source.size() < 1 << 20) {
      source += part;
    }
    Record record;
    record.sources["01"] = kept_source(source);
    const std::string text = to_json(record);
    EXPECT_LT(text.size(), (1u << 20) + 4096) << part;
    EXPECT_GT(text.size(), (1u << 20) - 4096) << part;
    EXPECT_EQ(record_from_json(text).sources.at("01"), record.sources.at("01"));
  }
  EXPECT_EQ(kept_source("int x;\n\x01\xff"), "int x;\n\x01\xEF\xBF\xBD");
}

TEST(Record, keeps_what_is_known_of_a_submission) {
  const Record record = record_from_json(to_json(sample()));
  EXPECT_EQ(record.student, "ann");
  EXPECT_EQ(record.submission_sha256, "0123");
  EXPECT_EQ(record.secret_sha256, "4567");
  EXPECT_EQ(record.problem, "the archive is broken");
  ASSERT_EQ(record.left_out.size(), 1u);
  EXPECT_EQ(record.left_out[0].path, "two.cu");
  EXPECT_EQ(reason_of(record.left_out[0]), reason_of(sample().left_out[0]));
  EXPECT_EQ(record.submitted_at, sample().submitted_at);
  EXPECT_EQ(record.late, sample().late);
  EXPECT_EQ(record.paths, sample().paths);
  EXPECT_FALSE(record.is_handed_in);
  EXPECT_EQ(record.guesses, sample().guesses);
  EXPECT_EQ(record.sandbox.name, "weak");
  EXPECT_EQ(record.sandbox.missing, sample().sandbox.missing);
  EXPECT_EQ(record.sandbox.memory, "not");
  EXPECT_EQ(record.infrastructure, "no space is left");
  EXPECT_EQ(record.seconds, 1.5);
  EXPECT_EQ(record.result.seed, 7u);
  EXPECT_EQ(record.result.started_at, "2026-01-02T03:04:05Z");
}

TEST(Record, has_only_printable_texts_besides_the_sources) {
  const std::string foreign = "a\x1b[2Jb\u202E\r";
  Record record = sample();
  record.student = record.problem = record.infrastructure = record.guesses["02"] = foreign;
  record.left_out[0].path = record.paths["02"] = record.result.labs[0].source = foreign;
  record.sources["02"] = "int\tx;\r\n";
  Json json = Json::parse(to_json(record));
  EXPECT_EQ(json.at("sources").at("02").as_string(), "int\tx;\r\n");
  json["sources"] = Json();
  int seen = 0;
  json.for_each_text([&](std::string_view key, const std::string& text) {
    EXPECT_EQ(text, printable(text)) << key;
    seen += text == "ab";
  });
  EXPECT_EQ(seen, 7);
}

TEST(Record, keeps_each_lab_and_its_checks) {
  const Record before = sample();
  const Record after = record_from_json(to_json(before));
  ASSERT_EQ(after.result.labs.size(), before.result.labs.size());
  for (std::size_t i = 0; i < before.result.labs.size(); ++i) {
    const LabResult &one = before.result.labs[i], &other = after.result.labs[i];
    EXPECT_EQ(one.id, other.id);
    EXPECT_EQ(one.slug, other.slug);
    EXPECT_EQ(one.title, other.title);
    EXPECT_EQ(one.verdict, other.verdict);
    EXPECT_EQ(one.score, other.score);
    EXPECT_EQ(one.max_score, other.max_score);
    EXPECT_EQ(one.not_graded_points, other.not_graded_points);
    EXPECT_EQ(one.infrastructure, other.infrastructure);
    EXPECT_EQ(one.source_sha256, other.source_sha256);
    ASSERT_EQ(one.checks.size(), other.checks.size());
    for (std::size_t k = 0; k < one.checks.size(); ++k) {
      expect_equal(one.checks[k], other.checks[k]);
    }
  }
}

TEST(Record, keeps_a_measured_speed_and_that_none_was_measured) {
  Record record = sample();
  const Speed speed = record_from_json(to_json(record)).result.labs[0].speed.value();
  EXPECT_EQ(speed.ratio, 8.5);
  EXPECT_EQ(speed.interval, measured_speed().interval);
  EXPECT_EQ(speed.outcome, SpeedOutcome::fast_enough);
  EXPECT_EQ(speed.required, 2);
  record.result.labs = {passed_lab(), failed_lab()};
  const Record read = record_from_json(to_json(record));
  EXPECT_EQ(read.result.labs[0].speed.value().ratio, 0);
  EXPECT_FALSE(read.result.labs[1].speed);
}

// A killed run may leave anything; an incomplete record is graded again.
TEST(Record, is_not_read_from_a_file_that_was_cut_or_is_another) {
  const std::string whole = to_json(sample());
  for (std::size_t bytes = 0; bytes + 2 < whole.size(); bytes += 97) {
    EXPECT_THROW(record_from_json(whole.substr(0, bytes)), std::runtime_error) << bytes;
  }
  EXPECT_THROW(record_from_json(to_json(sample().result)), std::runtime_error);
  EXPECT_THROW(record_from_json("[]"), std::runtime_error);
  std::string other_verdict = whole;
  other_verdict.replace(other_verdict.find("\"RACE\""), 6, "\"RUSH\"");
  EXPECT_THROW(record_from_json(other_verdict), std::runtime_error);
}

}  // namespace
}  // namespace gemmlab
