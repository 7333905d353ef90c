#include "grader/batch/gradescope/gradescope.h"

#include <fmt/ranges.h>

#include <cmath>

#include "common/facts/json.h"
#include "grader/compile/compile_process.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMostBytes = 8 << 10;  // per output: a page contains a hundred of them

// Makes text safe to show: `output_format` is text, so markup needs no other protection.
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
    text = "Not graded here, so you lose no points: " + text;
  }
  if (!check.hint.empty()) {
    text += "\nRead next: ./gemmlab hint " + check.hint;
  }
  return shown_text(text);
}

Json test_of(const LabResult& lab, const Check& check, const std::string& number,
             const ShowRule& show) {
  const bool is_graded = check.status() != Status::not_graded;
  Json test = {{"score", is_graded ? check.points() : 0},
               {"max_score", is_graded ? check.max_points : 0}};
  if (is_graded) {
    test["status"] = name(check.status());
  }
  const std::string verdict =
      check.status() == Status::failed ? fmt::format(" ({})", name(check.verdict)) : "";
  test["name"] = shown_text(fmt::format("Lab {}: {}{}", lab.id, check.name, verdict));
  test["number"] = number;
  test["output"] = output_of(check);
  test["output_format"] = "text";
  test["tags"] = std::vector{lab.slug};
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

// One line per lab, and what was not accepted.
std::string overview(const Record& record) {
  std::string text;
  for (const LabResult& lab : record.result.labs) {
    const int left = lab.not_graded_points;
    text += fmt::format("Lab {} {}: {}, {} of {} points{}\n", lab.id, lab.title, name(lab.verdict),
                        lab.score, lab.max_score,
                        left > 0 ? fmt::format("; {} are not graded here", left) : "");
  }
  if (!record.problem.empty()) {
    text += "The submission was not accepted: " + record.problem + "\n";
  }
  for (const LeftOut& each : record.left_out) {
    text += fmt::format("Ignored: {} ({})\n", each.path, reason_of(each));
  }
  return shown_text(text);
}

// The text of results.json: `results`, and what it has with a score and without.
std::string with_output(Json results, const std::string& output, const Json& tests,
                        const Json& leaders, const Json& extra) {
  results.update({{"output", output},
                  {"output_format", "text"},
                  {"visibility", "visible"},
                  {"stdout_visibility", "hidden"},
                  {"tests", tests},
                  {"leaderboard", leaders},
                  {"extra_data", extra}});
  return results.text(2) + '\n';
}

void write_program(const fs::path& file, const std::string& text) {
  write_atomically(file, text);
  fs::permissions(file, fs::perms(0755));
}

}  // namespace

void write_autograder(const HandoutJob& tree, const std::set<std::string>& assigned,
                      const fs::path& course, const fs::path& file) {
  const ScratchFolder scratch(tree.from.build / "gradescope");
  const fs::path root = scratch.path() / "root";
  fs::create_directory(root);
  const std::vector<std::string> lacking = write_handout(tree, root / "gemmlab");
  if (!lacking.empty()) {
    throw std::runtime_error("the autograder would be incomplete: " + lacking.front());
  }
  std::string arguments;
  if (!assigned.empty()) {
    arguments += fmt::format(" --labs {}", fmt::join(assigned, ","));
  }
  if (!course.empty()) {
    fs::copy_file(course, root / "course.toml");
    fs::permissions(root / "course.toml", fs::perms(0644));
    arguments += " --course \"$place/source/course.toml\"";
  }
  const fs::path scripts = tree.from.root / "grader" / "batch" / "gradescope";
  write_program(root / "setup.sh", read_file(scripts / "setup.sh"));
  constexpr std::string_view kMark = " @ARGUMENTS@";
  std::string run = read_file(scripts / "run_autograder.sh");
  run.replace(run.find(kMark), kMark.size(), arguments);
  write_program(root / "run_autograder", run);
  said_by_python({scripts / "archive.py", root, file});
}

std::string gradescope_results(const Record& record, const ShowRule& show) {
  if (const std::string why = failure_of_ours(record); !why.empty()) {
    return gradescope_failure(why);
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
  Json results = {{"score", score}, {"execution_time", std::round(10 * record.seconds) / 10}};
  return with_output(
      std::move(results), overview(record), tests, leaders,
      {{"sandbox", record.sandbox.name}, {"submission_sha256", record.submission_sha256}});
}

std::string gradescope_failure(const std::string& why) {
  const std::string output =
      "The autograder itself failed, so there is no score. This is not a problem with your work. "
      "Tell your instructor, who can run it again.\nReason: " +
      why;
  return with_output(Json::object(), shown_text(output), Json::array(), Json::array(),
                     {{"infrastructure", shown_text(why)}});
}

}  // namespace gemmlab
