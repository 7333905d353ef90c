#include "grader/batch/class_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "grader/batch/csv.h"
#include "grader/core/read_file.h"
#include "grader/report/junit.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

std::string cell(const std::optional<double>& points) {
  return points ? short_number(*points) : "";
}

void add_record(pugi::xml_node suites, const Record& record, junit::Tally& total) {
  const std::string& at = record.result.started_at;
  pugi::xml_node suite = suites.append_child("testsuite");
  junit::set(suite, "name", record.student);
  junit::Tally tally{.seconds = record.seconds};
  const bool is_ours = !record.infrastructure.empty();
  if (is_ours || !record.problem.empty()) {
    LabResult none;
    none.slug = "submission";
    const std::string& why = is_ours ? record.infrastructure : record.problem;
    junit::add_outcome(junit::add_case(suite, none, "submission", Status::failed, at),
                       is_ours ? "error" : "failure", is_ours ? "INFRASTRUCTURE" : "REFUSED", why);
    tally.add({.tests = 1, .failures = !is_ours, .errors = is_ours});
  }
  for (const LabResult& lab : record.result.labs) {
    tally.add(junit::add_cases(suite, lab, at));
  }
  junit::set_tally(suite, tally, at);
  total.add(tally);
}

std::string line_of(const std::string& student, const std::string& what) {
  std::string line = what;
  std::replace(line.begin(), line.end(), '\n', ' ');
  return fmt::format("{}: {}\n", student, printable(line));
}

}  // namespace

std::string grades_csv(const std::vector<StudentGrade>& grades, const std::vector<Lab>& labs) {
  std::string text = "student";
  for (const Lab& lab : labs) {
    text += ',' + lab.id;
  }
  text += ",total,not_graded\n";
  for (const StudentGrade& grade : grades) {
    text += csv_text(grade.student);
    for (const LabGrade& lab : grade.labs) {
      text += ',' + cell(lab.points);
    }
    text += fmt::format(",{},{}\n", cell(grade.total),
                        grade.total ? short_number(grade.not_graded) : "");
  }
  return text;
}

std::string class_junit(const std::vector<Record>& records) {
  pugi::xml_document document;
  const pugi::xml_node suites = junit::add_root(document);
  junit::Tally total;
  for (const Record& record : records) {
    add_record(suites, record, total);
  }
  junit::set_tally(suites, total, records.empty() ? "" : records[0].result.started_at);
  return junit::text_of(document);
}

std::string infrastructure_text(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) {
    bool is_told = !record.infrastructure.empty();
    if (is_told) {
      text += line_of(record.student, record.infrastructure);
    }
    for (const LabResult& lab : record.result.labs) {
      if (lab.infrastructure && !is_told) {
        text += line_of(record.student, fmt::format("lab {}: {}", lab.id,
                                                    lab.checks.empty() ? "no reason is known"
                                                                       : message(lab.checks[0])));
        is_told = true;
      }
    }
  }
  return text.empty() ? "none\n"
                      : "What failed on our side; these students have no grade yet, and no 0.\n"
                        "Next step: put right what is named, then run the same command again: it "
                        "grades these alone.\n\n" +
                            text;
}

std::vector<std::string> write_class_files(const std::filesystem::path& out,
                                           const std::vector<Record>& records,
                                           const CoursePolicy& policy,
                                           const std::vector<Lab>& labs,
                                           const ClassFilesOptions& options) {
  std::vector<Lab> counted;
  for (const Lab& lab : labs) {
    if (policy.labs.count(lab.id) > 0) {
      counted.push_back(lab);
    }
  }
  std::vector<StudentGrade> grades;
  for (const Record& record : records) {
    grades.push_back(grade(record, policy, counted));
  }
  std::vector<std::string> notes;
  write_atomically(out / "grades.csv", grades_csv(grades, counted));
  write_atomically(out / "junit.xml", class_junit(records));
  write_atomically(out / "class.html", class_page(records, grades, policy, counted));
  write_atomically(out / "infrastructure.txt", infrastructure_text(records));
  if (!options.canvas.empty()) {
    CanvasFile canvas =
        canvas_csv(read_file(options.canvas), grades, counted, options.canvas_column);
    write_atomically(out / "canvas.csv", canvas.text);
    notes = std::move(canvas.notes);
  }
  return notes;
}

}  // namespace gemmlab
