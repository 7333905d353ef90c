#include "grader/batch/gradescope/results_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "grader/report/text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = 8 << 10;  // of one output: a page holds a hundred of them

// Fit to be shown: `output_format` is text, so nothing else is needed against markup.
std::string shown_text(const std::string& text) {
  std::string fit = printable(text);
  if (fit.size() > kMostBytes) {
    fit = valid_utf8(fit.substr(0, kMostBytes)) + "\n...";
  }
  return fit;
}

std::string output_of(const Check& check) {
  std::string text = message(check);
  if (check.status() == Status::not_graded) {
    text = "Not graded here, so that no points are lost: " + text;
  }
  if (!check.hint.empty()) {
    text += "\nRead next: ./gemmlab hint " + check.hint;
  }
  return shown_text(text);
}

Json test_of(const LabResult& lab,
             const Check& check,
             const std::string& number,
             const ShowRule& show) {
  const bool is_graded = check.status() != Status::not_graded;
  Json test = {
      {"score", is_graded ? check.points() : 0},
      {"max_score", is_graded ? check.max_points : 0},
  };
  if (is_graded) {
    test["status"] = name(check.status());
  }
  const bool named = check.status() == Status::failed;
  test["name"] = shown_text(fmt::format("Lab {}: {}{}", lab.id, check.name,
                                        named ? fmt::format(" ({})", name(check.verdict)) : ""));
  test["number"] = number;
  test["output"] = output_of(check);
  test["output_format"] = "text";
  test["tags"] = Json::array({lab.slug});
  test["visibility"] = name(visibility_of(check.name, show));
  return test;
}

void add_leaders(const LabResult& lab, Json& leaders) {
  if (lab.speed && lab.speed->outcome != SpeedOutcome::not_graded) {
    const std::string over = lab.speed->baseline.empty() ? lab.speed->over : lab.speed->baseline;
    leaders.push_back({{"name", fmt::format("{}: times as fast as {}", lab.id, over)},
                       {"value", std::round(100 * lab.speed->ratio) / 100},
                       {"order", "desc"}});
  }
  if (lab.metrics && lab.verdict == Verdict::passed) {
    leaders.push_back({{"name", fmt::format("{}: bytes per FLOP", lab.id)},
                       {"value", lab.metrics->bytes_per_flop},
                       {"order", "asc"}});
  }
}

// One line a lab, and what was not taken.
std::string overview(const Record& record) {
  std::string text;
  for (const LabResult& lab : record.result.labs) {
    text += fmt::format("Lab {} {}: {}, {} of {} points", lab.id, lab.title, name(lab.verdict),
                        lab.score, lab.max_score);
    text += lab.not_graded_points > 0
                ? fmt::format("; {} are not graded here\n", lab.not_graded_points)
                : "\n";
  }
  if (!record.problem.empty()) {
    text += "Nothing of the submission could be taken: " + record.problem + "\n";
  }
  for (const LeftOut& each : record.left_out) {
    text += fmt::format("Not taken: {} ({})\n", each.path, reason_of(each));
  }
  return shown_text(text);
}

bool failed_on_our_side(const Record& record) {
  return !record.infrastructure.empty() ||
         std::any_of(record.result.labs.begin(), record.result.labs.end(),
                     [](const LabResult& lab) { return lab.infrastructure; });
}

std::string why_failed(const Record& record) {
  if (!record.infrastructure.empty()) {
    return record.infrastructure;
  }
  for (const LabResult& lab : record.result.labs) {
    for (const Check& check : lab.checks) {
      if (lab.infrastructure && check.status() == Status::not_graded && !message(check).empty()) {
        return fmt::format("lab {}: {}", lab.id, message(check));
      }
    }
  }
  return "it is not known why";
}

}  // namespace

std::string gradescope_results(const Record& record, const ShowRule& show) {
  if (failed_on_our_side(record)) {
    return gradescope_failure(why_failed(record));
  }
  Json tests = Json::array(), leaders = Json::array();
  int score = 0;
  for (const LabResult& lab : record.result.labs) {
    int number = 0;
    for (const Check& check : lab.checks) {
      tests.push_back(test_of(lab, check, fmt::format("{}.{}", lab.id, ++number), show));
    }
    score += lab.score;
    add_leaders(lab, leaders);
  }
  const Json results = {
      {"score", score},
      {"execution_time", std::round(10 * record.seconds) / 10},
      {"output", overview(record)},
      {"output_format", "text"},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"tests", tests},
      {"leaderboard", leaders},
      {"extra_data",
       {{"sandbox", record.sandbox.name}, {"submission_sha256", record.submission_sha256}}},
  };
  return results.dump(2) + '\n';
}

std::string gradescope_failure(const std::string& why) {
  const Json results = {
      {"output", shown_text("The autograder itself failed, so there is no score; this says nothing "
                            "of your work. Tell your instructor, who can run it again.\nWhat "
                            "failed: " +
                            why)},
      {"output_format", "text"},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"tests", Json::array()},
      {"leaderboard", Json::array()},
      {"extra_data", {{"infrastructure", shown_text(why)}}},
  };
  return results.dump(2) + '\n';
}

}  // namespace gemmlab
