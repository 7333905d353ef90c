#include "grader/batch/rules/policy.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "grader/batch/sample_submissions.h"
#include "grader/batch/submission.h"
#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Policy : public Class {
 protected:
  CoursePolicy policy(const std::string& text) const {
    write("course.toml", text);
    return read_policy(dir / "course.toml", labs);
  }
  // The error's text, starting with the file's name.
  std::string error(const std::string& text) const {
    try {
      policy(text);
    } catch (const std::runtime_error& error) {
      const std::string what = error.what();
      return what.substr(std::min(what.find("course.toml"), what.size()));
    }
    return "no error";
  }
};

TEST_F(Policy, of_an_empty_file_counts_all_labs_alike) {
  const CoursePolicy course = policy("");
  ASSERT_EQ(course.labs.size(), labs.size());
  for (const auto& [id, lab] : course.labs) {
    EXPECT_EQ(lab.weight, 1);
    EXPECT_FALSE(lab.due);
  }
  EXPECT_EQ(course.late.percent, 0);
  EXPECT_FALSE(course.late.max_days);
  EXPECT_EQ(course.show.speed, Visibility::visible);
}

TEST_F(Policy, says_all_that_a_course_decides) {
  const CoursePolicy course = policy(R"(
title = "Parallel programming"
[course]
labs = ["02", "3"]
[labs.02]
weight = 2.5
due = 2026-01-31T23:59:00+01:00
[labs.tiled_kernel]
due = 2026-02-28 12:00:00
[late]
grace_minutes = 15
per_day_percent = 10
max_days = 3
[allow]
headers = ["cuda_fp16.h", "cub/cub.cuh"]
symbols = ["memcpy"]
[show]
checks = "after_due_date"
speed = "hidden"
)");
  EXPECT_EQ(course.title, "Parallel programming");
  ASSERT_EQ(course.labs.size(), 2u);
  EXPECT_EQ(course.labs.at("02").weight, 2.5);
  EXPECT_EQ(course.labs.at("02").due, parse_utc("2026-01-31T22:59:00Z"));
  EXPECT_EQ(course.labs.at("03").due, parse_utc("2026-02-28T12:00:00Z"));
  EXPECT_EQ(course.late.grace_minutes, 15);
  EXPECT_EQ(course.late.percent, 10);
  EXPECT_EQ(course.late.max_days, 3);
  EXPECT_THAT(course.headers, ElementsAre("cuda_fp16.h", "cub/cub.cuh"));
  EXPECT_THAT(course.symbols, ElementsAre("memcpy"));
  EXPECT_EQ(course.show.values, Visibility::after_due_date);
  EXPECT_EQ(course.show.evidence, Visibility::after_due_date);
  EXPECT_EQ(course.show.speed, Visibility::hidden);
}

TEST_F(Policy, has_due_dates_in_the_courses_time_zone) {
  const char* const before = std::getenv("TZ");
  const std::string zone = before != nullptr ? before : "";
  const CoursePolicy course = policy(R"([course]
timezone = "Europe/Berlin"
[labs]
02.due = 2026-01-31T23:59:00
03.due = 2026-07-31T23:59:00
01.due = 2026-07-31T23:59:00Z
)");
  before != nullptr ? setenv("TZ", zone.c_str(), 1) : unsetenv("TZ");
  tzset();
  EXPECT_EQ(course.labs.at("02").due, parse_utc("2026-01-31T22:59:00Z"));
  EXPECT_EQ(course.labs.at("02").due_offset, 60);
  EXPECT_EQ(course.labs.at("03").due, parse_utc("2026-07-31T21:59:00Z"));
  EXPECT_EQ(course.labs.at("03").due_offset, 120);
  EXPECT_EQ(course.labs.at("01").due, parse_utc("2026-07-31T23:59:00Z"));
}

TEST_F(Policy, tells_file_line_and_key_of_what_is_wrong) {
  const std::pair<const char*, const char*> wrong[] = {
      {"\n[labs.02]\nweigth = 1\n",
       "course.toml:3: labs.02.weigth: unknown key. Did you mean 'weight'?"},
      {"late_rules = 1\n", "course.toml:1: late_rules: unknown key."},
      {"[labs.02]\nweight = -1\n",
       "course.toml:2: labs.02.weight: must be a number from 0 to 1000"},
      {"[labs.02]\nweight = nan\n", "course.toml:2: labs.02.weight: must be a number from 0"},
      {"[labs.02]\nweight = \"2\"\n", "course.toml:2: labs.02.weight: must be a number from 0"},
      {"[labs.12]\nweight = 1\n", "course.toml:1: labs.12: there is no lab '12'"},
      {"[labs.02_naive_kernl]\n", "Did you mean '02_naive_kernel'?"},
      {"[labs.02]\n[labs.naive_kernel]\n", ": the lab already has "},
      {"[course]\nlabs = [\"02\"]\n[labs.03]\n", "course.toml:3: labs.03: this lab is not in"},
      {"[course]\nlabs = [\"02\", \"2\"]\n", "course.toml:2: course.labs: lab '2' is named twice"},
      {"[course]\nlabs = []\n", "course.toml:2: course.labs: must name at least one lab"},
      {"[course]\nlabs = [2]\n", "course.toml:2: course.labs: must be text in quotes"},
      {"[course]\nlabs = \"02\"\n", "course.toml:2: course.labs: must be a list of labs"},
      {"[labs]\n01.weight = 0\n02.weight = 0\n03.weight = 0\n",
       "course.toml:1: labs: the weights of all labs are 0"},
      {"[labs.02]\ndue = \"2026-01-31\"\n",
       "course.toml:2: labs.02.due: must be a date and time without quotes"},
      {"[labs.02]\ndue = 2026-01-31\n", "course.toml:2: labs.02.due: must be a date and time"},
      {"[labs.02]\ndue = 2026-02-30T12:00:00Z\n", "course.toml:2: "},
      {"[late]\nmax_days = 1.5\n", "course.toml:2: late.max_days: must be a whole number of days"},
      {"[late]\nper_day_percent = 101\n",
       "course.toml:2: late.per_day_percent: must be a number from 0 to 100"},
      {"[late]\ngrace_minutes = -1\n",
       "course.toml:2: late.grace_minutes: must be a number of minutes"},
      {"[late]\nper_day_percent = 1\nper_hour_percent = 1\n",
       "course.toml:3: late.per_hour_percent: there is per_day_percent too"},
      {"[late]\ncount = \"first\"\n", "course.toml:2: late.count: must be one of best, last"},
      {"[course]\ndrop_lowest = 3\n",
       "course.toml:2: course.drop_lowest: must be a number of labs from 0 to 2"},
      {"[extensions]\nann = \"3\"\n",
       "course.toml:2: extensions.ann: must be a number of days from 0 to 3660"},
      {"[extensions]\nann.12 = 3\n", "course.toml:2: extensions.ann.12: there is no lab '12'"},
      {"[extensions]\nann.02 = 3\nann.naive_kernel = 3\n", "course.toml:3: extensions.ann.naive_"},
      {"[extensions]\nann.02 = 3\nann.naive_kernel = 3\n", "course.toml:2: extensions.ann.02"},
      {"[excused]\nann = \"02\"\n", "course.toml:2: excused.ann: must be a list of labs"},
      {"[excused]\nann = [\"all\"]\n", "course.toml:2: excused.ann: there is no lab 'all'"},
      {"[checked]\nann = [\"12\"]\n", "course.toml:2: checked.ann: there is no lab '12'"},
      {"[adjustments]\nann = -5\n", "course.toml:2: adjustments.ann: must be a table"},
      {"[adjustments]\nann = { points = -5 }\n",
       "course.toml:2: adjustments.ann: needs points and a reason"},
      {"[adjustments]\nann = { points = -5, reason = \" \" }\n", ": needs points and a reason"},
      {"[adjustments]\nann.02 = { point = -5 }\n", "Did you mean 'points'?"},
      {"[adjustments]\nann = { points = -5, reason = \"a\" }\n\nann = { points = 1 }\n",
       "course.toml:4: "},
      {"[adjustments]\nann = { points = -5, reason = \"a\" }\n\nann = { points = 1 }\n", "line 2"},
      {"[extensions]\nann = 1\nann.02 = 3\n", "line 2"},
      {"[allow]\nheaders = [\"../x.h\"]\n",
       "course.toml:2: allow.headers: must be a list of headers"},
      {"[allow]\nheaders = [\"/etc/shadow\"]\n",
       "course.toml:2: allow.headers: must be a list of headers"},
      {"[allow]\nsymbols = [\n\"a b\"]\n",
       "course.toml:3: allow.symbols: must be a list of symbols"},
      {"[show]\nchecks = \"visble\"\n",
       "course.toml:2: show.checks: must be one of visible, after_due_date, "},
      {"[show]\ncheck = 1\n", "course.toml:2: show.check: unknown key. Did you mean 'checks'?"},
      {"\"a\\u001b[2Jb\" = 1\n", "course.toml:1: a"},
      {"title = 1\n", "course.toml:1: title: must be text in quotes"},
      {"late = 1\n", "course.toml:1: late: must be a table; write [late]"},
      {"a = 1\n[late\n", "course.toml:2: this is not valid TOML: "},
  };
  for (const auto& [text, message] : wrong) {
    EXPECT_THAT(error(text), testing::AllOf(HasSubstr(message), testing::Not(HasSubstr("\x1b"))))
        << text;
  }
}

TEST_F(Policy, makes_exceptions_for_students_by_any_name) {
  const CoursePolicy course = policy(R"(
[extensions]
ann = 3
"Łukasz Żak" = { all = 1, 03 = 2.5 }
[excused]
ann = ["2", "03"]
[adjustments]
ben.02 = { points = 4, reason = "found a bug" }
ben.all = { points = -5, reason = "late oral" }
cy = { points = -1, reason = "a" }
)");
  EXPECT_EQ(course.exceptions.at("ann").extra_days, (std::map<std::string, double>{{"", 3}}));
  EXPECT_EQ(course.exceptions.at("Łukasz Żak").extra_days,
            (std::map<std::string, double>{{"", 1}, {"03", 2.5}}));
  EXPECT_THAT(course.exceptions.at("ann").excused, ElementsAre("02", "03"));
  const auto& ben = course.exceptions.at("ben").adjustments;
  ASSERT_EQ(ben.size(), 2u);
  EXPECT_EQ(ben.at("02").points, 4);
  EXPECT_EQ(ben.at("").reason, "late oral");
  EXPECT_EQ(course.exceptions.at("cy").adjustments.at("").points, -1);
}

TEST_F(Policy, says_where_a_name_is_nobodys) {
  const CoursePolicy course = policy("[extensions]\nann = 1\n\nbne = 1\n");
  try {
    with_names(course, [](const std::string& word) {
      return word == "ann" ? std::set{word} : throw std::runtime_error("nobody is called bne");
    });
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("course.toml:4: extensions.bne: nobody is called bne"));
  }
}

TEST_F(Policy, is_about_those_whom_its_names_mean) {
  const auto meant = [](const std::string& word) {
    return word == "Reds" ? std::set<std::string>{"s1", "s2"} : std::set<std::string>{"s1"};
  };
  const CoursePolicy course = with_names(
      policy("[extensions]\nReds = 1\n[excused]\n\"Ann Lee\" = [\"02\"]\nann = [\"03\"]\n"
             "[checked]\nann = [\"02\", \"all\"]\n"),
      meant);
  EXPECT_EQ(course.exceptions.size(), 2u);
  EXPECT_EQ(course.exceptions.at("s2").extra_days.at(""), 1);
  EXPECT_EQ(course.exceptions.at("s1").extra_days.at(""), 1);
  EXPECT_THAT(course.exceptions.at("s1").excused, ElementsAre("02", "03"));
  EXPECT_THAT(course.exceptions.at("s1").checked, ElementsAre("", "02"));
  EXPECT_THROW(with_names(policy("[extensions]\nann = 1\n\"Ann Lee\" = 2\n"), meant),
               std::runtime_error);
}

// The only block of TOML in docs/instructors.md.
std::string example_in_docs() {
  std::ostringstream page;
  page << std::ifstream(GEMMLAB_INSTRUCTORS_PAGE).rdbuf();
  const std::string text = page.str(), begin = "```toml\n";
  const std::size_t at = text.find(begin), end = text.find("```\n", at + 1);
  return at == text.npos || end == text.npos
             ? ""
             : text.substr(at + begin.size(), end - at - begin.size());
}

TEST_F(Policy, is_what_the_docs_example_says) {
  const CoursePolicy course = policy(example_in_docs());
  EXPECT_EQ(course.title, "Parallel programming");
  ASSERT_EQ(course.labs.size(), 3u);
  EXPECT_EQ(course.labs.at("01").weight, 1);
  EXPECT_EQ(course.labs.at("02").weight, 2.5);
  EXPECT_EQ(course.labs.at("02").due, parse_utc("2026-01-31T22:59:00Z"));
  EXPECT_EQ(course.labs.at("03").weight, 2);
  EXPECT_EQ(course.late.grace_minutes, 15);
  EXPECT_EQ(course.late.percent, 10);
  EXPECT_EQ(course.late.max_days, 3);
  EXPECT_EQ(course.late.hours, 24);
  EXPECT_EQ(course.late.free_days, 4);
  EXPECT_EQ(course.late.most_percent, 50);
  EXPECT_EQ(course.late.least_points, 10);
  EXPECT_EQ(course.late.count, CountedAttempt::best);
  EXPECT_EQ(course.drop_lowest, 1);
  EXPECT_EQ(course.exceptions.at("ann").extra_days.at(""), 3);
  EXPECT_EQ(course.exceptions.at("bo").extra_days.at("03"), 7);
  EXPECT_THAT(course.exceptions.at("eve").excused, ElementsAre("01"));
  EXPECT_EQ(course.exceptions.at("ben").adjustments.at("").points, -5);
  EXPECT_EQ(course.exceptions.at("Łukasz Żak").adjustments.at("03").points, 3);
  EXPECT_THAT(course.headers, ElementsAre("cstdio", "cuda_fp16.h"));
  EXPECT_THAT(course.symbols, ElementsAre("getenv"));
  EXPECT_EQ(course.show.values, Visibility::visible);
  EXPECT_EQ(course.show.evidence, Visibility::after_due_date);
  EXPECT_EQ(course.show.speed, Visibility::after_published);
}

TEST_F(Policy, has_every_key_in_the_docs_example) {
  const std::string example = example_in_docs();
  for (const char* table : {"", "[course]\n", "[labs.02]\n", "[late]\n", "[allow]\n", "[show]\n"}) {
    const std::string said = error(std::string(table) + "no_such_key = 1\n");
    const std::size_t at = said.find("The keys here: ");
    ASSERT_NE(at, said.npos) << said;
    std::istringstream keys(said.substr(said.find(": ", at) + 2));
    for (std::string key; std::getline(keys >> std::ws, key, ',');) {
      EXPECT_TRUE(Pattern("(^|\n)(# )?(\\[" + key + "[.\\]]|" + key + " = )").is_in(example))
          << table << key;
    }
  }
}

TEST_F(Policy, is_not_read_from_where_there_is_none) {
  EXPECT_THROW(read_policy(dir / "none.toml", labs), std::runtime_error);
  EXPECT_THROW(read_policy(dir, labs), std::runtime_error);
}

TEST_F(Policy, shows_each_kind_of_check_as_told) {
  const ShowRule show{Visibility::visible, Visibility::after_published, Visibility::hidden};
  EXPECT_EQ(visibility_of(CheckKind::host_entry, show), Visibility::visible);
  EXPECT_EQ(visibility_of(CheckKind::evidence, show), Visibility::after_published);
  EXPECT_EQ(visibility_of(CheckKind::speed, show), Visibility::hidden);
}

}  // namespace
}  // namespace gemmlab
