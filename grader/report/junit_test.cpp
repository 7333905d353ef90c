#include "grader/report/formats.h"

#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "grader/report/sample_result.h"

namespace gemmlab {
namespace {

pugi::xml_document parsed(const Result& result) {
  pugi::xml_document document;
  const pugi::xml_parse_result outcome = document.load_string(to_junit(result).c_str());
  EXPECT_TRUE(outcome) << outcome.description();
  return document;
}

TEST(JUnit, is_laid_out_as_googletest_does) {
  Result result = sample_result();
  result.labs = {failed_lab()};
  result.labs[0].checks = {race_at(4, "values 64x128x96")};
  EXPECT_EQ(to_junit(result), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="gemmlab" tests="1" failures="1" disabled="0" skipped="0" errors="0" time="0.000" timestamp="2026-01-02T03:04:05Z">
  <testsuite name="03_tiled_kernel" tests="1" failures="1" disabled="0" skipped="0" errors="0" time="0.000" timestamp="2026-01-02T03:04:05Z">
    <properties>
      <property name="verdict" value="RACE" />
      <property name="score" value="20" />
      <property name="max_score" value="100" />
      <property name="not_graded_points" value="0" />
    </properties>
    <testcase name="values 64x128x96" file="labs/03_tiled_kernel/kernel.cu" status="run" result="completed" time="0.000" timestamp="2026-01-02T03:04:05Z" classname="03_tiled_kernel" line="4">
      <properties>
        <property name="points" value="0" />
        <property name="max_points" value="20" />
      </properties>
      <failure message="labs/03_tiled_kernel/kernel.cu:4&#10;RACE&#10;thread (1,0) of block (0,0) writes a_tile[0][1], which thread (0,0) reads at line 9. There is no __syncthreads() between the two accesses." type="RACE"><![CDATA[labs/03_tiled_kernel/kernel.cu:4
RACE
thread (1,0) of block (0,0) writes a_tile[0][1], which thread (0,0) reads at line 9. There is no __syncthreads() between the two accesses.]]></failure>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(JUnit, counts_what_passed_failed_was_skipped_and_could_not_be_judged) {
  const pugi::xml_document document = parsed(sample_result());
  const pugi::xml_node all = document.child("testsuites");
  EXPECT_EQ(all.attribute("tests").as_int(), 6);
  EXPECT_EQ(all.attribute("failures").as_int(), 2);
  EXPECT_EQ(all.attribute("skipped").as_int(), 2);
  EXPECT_EQ(all.attribute("errors").as_int(), 1);
}

TEST(JUnit, shows_a_check_that_was_not_graded_as_skipped_with_its_reason) {
  const pugi::xml_document document = parsed(sample_result());
  const pugi::xml_node speed =
      document.child("testsuites").child("testsuite").find_child_by_attribute("name", "speed");
  EXPECT_STREQ(speed.attribute("result").as_string(), "skipped");
  EXPECT_STREQ(speed.child("skipped").attribute("message").as_string(),
               "no GPU: the simulator counts accesses but does not measure time");
}

TEST(JUnit, never_shows_a_lab_that_did_not_pass_as_all_green) {
  Result result = sample_result();
  LabResult lab = passed_lab();
  lab.verdict = Verdict::not_graded;
  result.labs = {lab};
  const pugi::xml_document document = parsed(result);
  EXPECT_EQ(document.child("testsuites").attribute("failures").as_int(), 1);
}

TEST(JUnit, is_well_formed_whatever_the_student_printed) {
  Result result = sample_result();
  result.labs = {failed_lab()};
  result.labs[0].checks[0].fact = NoFile{std::string("<&\">]]>\x01\x1b[1m\xFF\0", 14)};
  result.labs[0].source = "a\"<\x02.cu";
  const std::string xml = to_junit(result);
  for (const char c : xml) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << int{c};
  }
  const pugi::xml_document document = parsed(result);
  const pugi::xml_node failure =
      document.child("testsuites").child("testsuite").child("testcase").child("failure");
  EXPECT_STREQ(failure.attribute("message").as_string(), "a\"<.cu:4\nRACE\n<&\">]]>\xEF\xBF\xBD");
}

}  // namespace
}  // namespace gemmlab
