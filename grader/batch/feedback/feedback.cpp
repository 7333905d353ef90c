#include "grader/batch/feedback/feedback.h"

#include <fmt/format.h>

#include <chrono>

#include "grader/core/pattern.h"
#include "grader/report/console.h"
#include "grader/report/formats.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// The record's result without the checks that the student must not see, or not yet.
Result shown_result(const Record& record, const StudentGrade& grade, const CoursePolicy& policy,
                    std::int64_t now) {
  Result result = record.result;
  std::erase_if(result.labs, [&](const LabResult& lab) { return !policy.labs.contains(lab.id); });
  for (LabResult& lab : result.labs) {
    const auto graded = std::ranges::find(grade.labs, lab.id, &LabGrade::id);
    const bool is_due = graded != grade.labs.end() && graded->due.value_or(now) > now;
    std::erase_if(lab.checks, [&](const Check& check) {
      const Visibility who = visibility_of(check.name, policy.show);
      return who == Visibility::hidden || (who == Visibility::after_due_date && is_due);
    });
  }
  return result;
}

std::string of_100(const std::optional<double>& points, bool counts) {
  return points   ? short_number(*points) + " of 100"
         : counts ? "not judged: a problem of the grader, not of your work"
                  : "excused";
}

Rows points_of(const StudentGrade& grade) {
  // With what the steps began from.
  const auto why = [](const std::optional<double>& points, const std::vector<Step>& steps) {
    std::string text;
    double first = points.value_or(0);
    for (const Step& step : steps) {
      text += "; " + step.why;
      first -= step.points;
    }
    return text.empty() || !points ? text.substr(std::min<std::size_t>(2, text.size()))
                                   : short_number(first) + text;
  };
  Rows rows;
  for (const LabGrade& lab : grade.labs) {
    rows.push_back({lab.id, of_100(lab.points, lab.counts), why(lab.points, lab.steps)});
  }
  rows.push_back({"total", of_100(grade.total, true), why(grade.total, grade.steps)});
  if (grade.total && grade.not_graded > 0) {
    rows.push_back({"not graded", short_number(grade.not_graded) + " of 100",
                    "cannot be judged on this machine, and is not in the total"});
  }
  return rows;
}

std::string after_match(const Pattern& form, const std::string& entry, const char* name) {
  const auto match = form.first_in(entry);
  return match && valid_utf8(entry) == entry ? (*match)[0] + name : "";
}

}  // namespace

Feedback feedback_for(const Record& record, const StudentGrade& grade, const CoursePolicy& policy,
                      std::int64_t now) {
  const Result result = shown_result(record, grade, policy, now);
  const auto source = [&](const std::string& path) {
    const auto lab = std::ranges::find(result.labs, path, &LabResult::source);
    const auto kept = record.sources.find(lab == result.labs.end() ? "" : lab->id);
    return kept == record.sources.end() ? "" : kept->second;
  };
  const std::string title =
      fmt::format("{}: {}", policy.title.empty() ? "gemmlab" : policy.title, record.student);
  Rows points = points_of(grade), ignored;
  std::string text = printable(title) + "\n\n";
  for (const auto& row : points) {
    text +=
        fmt::format("  {:10}  {}\n{}", row[0], row[1], row[2].empty() ? "" : wrap(row[2], 80, 6));
  }
  for (const LeftOut& left : record.left_out) {
    ignored.push_back({left.path, reason_of(left)});
    text += wrap(fmt::format("ignored {}: {}", quoted_path(left.path), reason_of(left)), 80, 2);
  }
  for (const LabResult& lab : result.labs) {
    text += '\n' + console_report(lab, {.terminal = {}, .read_source = source});
  }
  points.insert(points.begin(), {"lab", "points", "why"});
  ignored.insert(ignored.begin(), {"ignored file", "reason"});
  HtmlOptions options;
  options.read_source = source;
  options.title = title;
  options.tables = {points};
  if (ignored.size() > 1) {
    options.tables.push_back(ignored);
  }
  return {to_html(result, options), printable(text)};
}

std::string name_for_moodle(const std::string& entry) {
  static const Pattern form("^[^/]*_[0-9]+_assignsubmission_(file|onlinetext)(_|$)");
  return after_match(form, entry, "/feedback.html");
}

std::string name_for_canvas(const std::string& entry) {
  static const Pattern form("^[^_/]+(_LATE)?_[0-9]+_[0-9]+_");
  return after_match(form, entry, "feedback.html");
}

void write_feedback(const fs::path& out, const std::vector<SubmissionSource>& sources,
                    const std::vector<StudentGrade>& grades, const CoursePolicy& policy) {
  const std::int64_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  ZipEntries moodle, canvas;
  std::map<std::string, std::vector<std::string>> entries;  // by student
  for (const SubmissionSource& source : sources) {
    std::ranges::transform(source.parts, std::back_inserter(entries[source.student]),
                           [](const HandIn& part) { return part.path.filename(); });
  }
  for (const StudentGrade& grade : grades) {
    const std::optional<Record> record = kept_record(out, grade.student);
    if (!record) {
      continue;
    }
    const Feedback feedback = feedback_for(*record, grade, policy, now);
    const fs::path folder = out / "feedback" / grade.student, page = folder / "feedback.html";
    fs::create_directories(folder);
    write_atomically(page, feedback.html);
    write_atomically(folder / "feedback.txt", feedback.text);
    for (const std::string& entry : entries[grade.student]) {
      moodle[name_for_moodle(entry)] = page;
      canvas[name_for_canvas(entry)] = page;
    }
  }
  for (auto& [name, zip] : {std::pair{"moodle.zip", &moodle}, {"canvas.zip", &canvas}}) {
    zip->erase("");
    if (!zip->empty()) {
      write_zip(*zip, out / "feedback" / name);
    }
  }
}

}  // namespace gemmlab
