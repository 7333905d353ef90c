#include "grader/batch/feedback/feedback.h"

#include <fmt/ranges.h>

#include <boost/algorithm/string/replace.hpp>
#include <chrono>

#include "common/facts/json.h"
#include "grader/report/console.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/json_read.h"
#include "grader/report/words/count.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// With the student's own path wherever our copy of the file is named.
LabResult with_path(LabResult lab, const std::string& path) {
  const std::string ours = lab.source;
  Result alone;
  alone.labs = {std::move(lab)};
  Json json = Json::parse(to_json(alone));
  json.for_each_text(
      [&](std::string_view, std::string& text) { boost::replace_all(text, ours, path); });
  return result_from_json(json.text()).labs[0];
}

// The record's result without labs that have no grade yet, and without the checks that the student
// must not see, or not yet.
Result shown_result(const Record& record, const StudentGrade& grade, const CoursePolicy& policy,
                    std::int64_t now) {
  Result result = record.result;
  const auto graded = [&](const LabResult& lab) {
    return std::ranges::find(grade.labs, lab.id, &LabGrade::id);
  };
  std::erase_if(result.labs, [&](const LabResult& lab) {
    const auto it = graded(lab);
    return it == grade.labs.end() || is_undecided(record, lab.id) || (!it->points && it->counts);
  });
  for (LabResult& lab : result.labs) {
    if (const auto path = record.paths.find(lab.id); path != record.paths.end()) {
      lab = with_path(std::move(lab), path->second);
    }
    const bool is_due = graded(lab)->due.value_or(now) > now;
    for (Check& check : lab.checks) {
      // What the course counts as not graded has not failed, if the file was not even run.
      if (graded(lab)->not_graded > 0 && check.kind == CheckKind::speed &&
          check.outcome == CheckOutcome::not_run) {
        lab.not_graded_points += check.max_points;
        check = finished(check, not_graded(Reason::no_gpu));
      }
    }
    const auto is_hidden = [&](CheckKind kind) {
      const Visibility who = visibility_of(kind, policy.show);
      return who == Visibility::hidden || (who == Visibility::after_due_date && is_due);
    };
    std::erase_if(lab.checks, [&](const Check& check) { return is_hidden(check.kind); });
    if (lab.checks.size() == 1) {  // of all that could be reached
      lab.checks[0].max_points = int(100 - graded(lab)->not_graded);
    }
    if (is_hidden(CheckKind::evidence)) {
      lab.advice.clear();
    }
  }
  return result;
}

// "64 of 80", which could be reached here; a dash if there are none.
std::string shown_points(const std::optional<double>& points, double not_graded) {
  return points ? fmt::format("{} of {}", short_number(*points), short_number(100 - not_graded))
                : "\u2013";
}

Rows points_of(const Record& record, const StudentGrade& grade) {
  constexpr const char* kOurs = "not judged: a problem of the grader, not of your work";
  constexpr const char* kUndecided = "your instructor decides what counts; ask if this stays so";
  bool is_open = false;
  // With what the steps began from.
  const auto why = [](const std::optional<double>& points, const std::vector<Step>& steps) {
    std::string text;
    double first = points.value_or(0);
    for (const Step& step : steps) {
      text += "; " + step.why;
      first -= step.points;
    }
    text.erase(0, 2);
    return !points || first == *points ? text : short_number(first) + " before: " + text;
  };
  Rows rows;
  for (const LabGrade& lab : grade.labs) {
    const auto file = record.paths.find(lab.id);
    const bool is_without = !lab.points && lab.counts;
    is_open = is_open || (is_without && is_undecided(record, lab.id));
    rows.push_back({lab.id, shown_points(lab.points, lab.not_graded),
                    !is_without                    ? why(lab.points, lab.steps)
                    : is_undecided(record, lab.id) ? kUndecided
                                                   : kOurs,
                    file == record.paths.end() ? "" : quoted_path(file->second)});
  }
  const std::string percent =
      grade.total ? fmt::format(" ({} %)", short_number(*percent_of(grade.total, grade.not_graded)))
                  : "";
  rows.push_back({"total", shown_points(grade.total, grade.not_graded) + percent,
                  !grade.total
                      ? (is_open ? kUndecided : kOurs)
                      : grade.formula + (grade.steps.empty() ? "" : "; ") + why({}, grade.steps),
                  ""});
  if (grade.total && grade.not_graded > 0) {
    rows.push_back({"not graded", short_number(grade.not_graded) + " of 100",
                    "cannot be judged on this machine, and is not in the total", ""});
  }
  return rows;
}

// How many there are, and the first ten.
Rows ignored_files(const Record& record) {
  constexpr std::size_t kMost = 10;
  Rows rows{{"", "reason"}};
  int count = 0, told = 0;
  for (const LeftOut& left : record.left_out) {
    count += left.path.empty() ? 0 : files_of(left);
    if (rows.size() <= kMost && !left.path.empty()) {
      rows.push_back({left.path, reason_of(left)});
      told = count;
    }
  }
  if (count > told) {
    rows.push_back({"...", fmt::format("{} more", count - told)});
  }
  rows[0][0] = counted(count, "ignored file");
  return count == 0 ? Rows() : rows;
}

// "2 of 9 shapes right: 7 + 7", if it is not all or nothing.
std::string points_by_shape(const LabResult& lab) {
  std::vector<int> points;
  int count = 0;
  for (const Check& check : lab.checks) {
    if (check.shape && check.kind == CheckKind::values) {
      ++count;
      if (check.status() == Status::passed) {
        points.push_back(check.points());
      }
    }
  }
  return points.empty() || int(points.size()) == count
             ? ""
             : wrap(fmt::format("{} of {} shapes right: {}", points.size(), count,
                                fmt::join(points, " + ")),
                    80, 2);
}

}  // namespace

Feedback feedback_for(const Record& record, const StudentGrade& grade, const CoursePolicy& policy,
                      std::int64_t now, const std::string& name) {
  const Result result = shown_result(record, grade, policy, now);
  HtmlOptions options;
  options.read_source = [&](const std::string& path) {
    const auto lab = std::ranges::find(result.labs, path, &LabResult::source);
    const auto kept = record.sources.find(lab == result.labs.end() ? "" : lab->id);
    return kept == record.sources.end() ? "" : kept->second;
  };
  options.title = policy.title.empty() ? "gemmlab" : policy.title;
  options.heading = name.empty() || name == record.student
                        ? record.student
                        : fmt::format("{} ({})", name, record.student);
  options.table = points_of(record, grade);
  options.folded = ignored_files(record);
  for (const LabGrade& lab : grade.labs) {
    if (lab.points || lab.counts) {
      options.points[lab.id] = {lab.points.value_or(0), 100 - lab.not_graded};
    }
  }
  options.lead = "total: " + options.table.at(grade.labs.size()).at(1);
  std::string text = fmt::format("{}: {}\n\n", options.title, options.heading);
  for (const auto& row : options.table) {
    text +=
        fmt::format("  {:10}  {}\n{}{}", row[0], row[1], row[2].empty() ? "" : wrap(row[2], 80, 6),
                    row[3].empty() ? "" : wrap("your file: " + row[3], 80, 6));
  }
  for (const LabResult& lab : result.labs) {
    const auto points = options.points.find(lab.id);
    ConsoleOptions plain{.terminal = {}, .read_source = options.read_source};
    if (points != options.points.end()) {
      plain.points = points->second;
    }
    text += '\n' + console_report(lab, plain) + points_by_shape(lab);
  }
  for (std::size_t i = 1; i < options.folded.size(); ++i) {
    const auto& row = options.folded[i];
    text += wrap(fmt::format("ignored {}: {}", quoted_path(row[0]), row[1]), 80, 2);
  }
  options.table.insert(options.table.begin(), {"lab", "points", "why", "your file"});
  const auto with_blanks = [](std::string page) {
    boost::replace_all(page, kNoBreak, " ");  // its lines are broken already
    return page;
  };
  return {with_blanks(to_html(result, options)), with_blanks(printable(text))};
}

void write_feedback(const fs::path& out, const std::vector<SubmissionSource>& sources,
                    const std::vector<StudentGrade>& grades, const CoursePolicy& policy) {
  const std::int64_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::map<std::string, const SubmissionSource*> by_student;
  for (const SubmissionSource& source : sources) {
    by_student[source.student] = &source;
  }
  for (const StudentGrade& grade : grades) {
    const SubmissionSource& source = *by_student.at(grade.student);
    if (const std::optional<Record> record = kept_record(out, source)) {
      const Feedback feedback = feedback_for(*record, grade, policy, now, source.who.name);
      const fs::path folder = out / "feedback" / grade.student;
      fs::create_directories(folder);
      write_atomically(folder / "feedback.html", feedback.html);
      write_atomically(folder / "feedback.txt", feedback.text);
    }
  }
}

}  // namespace gemmlab
