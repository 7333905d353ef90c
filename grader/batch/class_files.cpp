#include "grader/batch/class_files.h"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <sstream>

#include "grader/batch/rules/grade_json.h"
#include "grader/report/console.h"
#include "grader/report/junit.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {

GEMMLAB_JSON(ReviewFlag, kind, lab, what)

namespace {

// Leaves of a record what the tables of all students need: all records take too much memory.
void shorten(Record& record) {
  std::erase_if(record.left_out,
                [](const LeftOut& left) { return left.reason != LeftOutReason::one_of_several; });
  record.sources = {};
  for (LabResult& lab : record.result.labs) {
    const std::vector<Failures> groups = grouped_failures(lab);
    if (!lab.infrastructure) {
      lab.checks = groups.empty() ? std::vector<Check>() : std::vector{*groups[0][0]};
    }
  }
}

// As the next run sets them: times.csv may have changed.
void set_times(const SubmissionSource& source, Record& record) {
  const auto is_timed = [](const HandIn& part) { return !part.time.empty(); };
  for (const auto& [lab, text] : record.sources) {
    if (std::ranges::none_of(source.parts, is_timed)) {
      record.submitted_at[lab] = stated_time(source.times, lab);
    }
  }
}

// The records of these students, who are sorted, shortened; `look` sees each as a whole.
std::vector<Record> records_in(
    const fs::path& out, const std::vector<SubmissionSource>& sources,
    const std::function<void(const Record&, const SubmissionSource&)>& look) {
  std::vector<Record> records;
  for (const SubmissionSource& source : sources) {
    const bool is_new = records.empty() || records.back().student != source.student;
    if (auto record = is_new ? kept_record(out, source.student) : std::nullopt) {
      set_times(source, *record);
      look(*record, source);
      shorten(*record);
      records.push_back(std::move(*record));
    }
  }
  return records;
}

// What tables show of a student besides the grade. `row`: the line in the gradebook; 0: none.
Json json_of(const Record& record, const SubmissionSource& source, const Roster& gradebook) {
  std::vector<std::string> entries;
  std::ranges::transform(source.parts, std::back_inserter(entries),
                         [](const HandIn& part) { return part.path.filename(); });
  const bool has_id = !source.parts.empty() && source.parts[0].is_in_rosters;
  const People people = gradebook.called(
      {source.student, source.who.email, source.who.name, has_id ? source.parts[0].id : ""});
  return {{"name", source.who.name},
          {"email", source.who.email},
          {"entries", entries},
          {"row", people.size() == 1 ? people[0]->line : 0},
          {"machine", record.result.device},
          {"sandbox", record.sandbox.name},
          {"failure", failure_of_ours(record)},
          {"review", review_flags(record)}};
}

// And the grade, with each lab's cause, the file by its sum (unless it is the skeleton), and the
// measured speed over the required kernel's (0: none).
void add_grade(const StudentGrade& grade, const Record& record, Json& told) {
  Json labs = Json::array();
  for (const LabGrade& graded : grade.labs) {
    const LabResult* const lab = result_of(record, graded.id);
    const bool has_file = lab != nullptr && lab->verdict != Verdict::not_started;
    Json json(graded);
    json.update({{"percent", percent_of(graded.points, graded.not_graded)},
                 {"cause", lab == nullptr ? "" : cause_of(*lab)},
                 {"file", has_file ? lab->source_sha256 : ""},
                 {"speed", lab != nullptr && lab->speed ? lab->speed->ratio : 0.0}});
    labs.push_back(std::move(json));
  }
  told.update(Json(grade));
  told.update({{"percent", percent_of(grade.total, grade.not_graded)}, {"labs", std::move(labs)}});
}

std::vector<StudentGrade> grades_of(const std::vector<Record>& records, const CoursePolicy& policy,
                                    const std::vector<Lab>& labs) {
  std::vector<StudentGrade> grades;
  std::ranges::transform(records, std::back_inserter(grades),
                         [&](const Record& record) { return grade(record, policy, labs); });
  return grades;
}

// The labs with any results.
std::vector<Lab> labs_in(const std::vector<Record>& records, const std::vector<Lab>& course) {
  std::vector<Lab> labs;
  std::ranges::copy_if(course, std::back_inserter(labs), [&](const Lab& lab) {
    return std::ranges::any_of(records, [&](const Record& of) { return result_of(of, lab.id); });
  });
  return labs.empty() ? course : labs;
}

}  // namespace

std::string class_junit(const Record& record) {
  pugi::xml_document document;
  const std::string& at = record.result.started_at;
  pugi::xml_node suite = document.append_child("testsuite");
  junit::set(suite, "name", record.student);
  const bool is_ours = !record.infrastructure.empty();
  if (is_ours || !record.problem.empty()) {
    LabResult none;
    none.slug = "submission";
    const std::string& why = is_ours ? record.infrastructure : record.problem;
    junit::add_outcome(junit::add_case({suite, at}, none, "submission", Status::failed),
                       is_ours ? "error" : "failure", is_ours ? "INFRASTRUCTURE" : "REFUSED", why);
  }
  double seconds = record.seconds;
  for (const LabResult& lab : record.result.labs) {
    junit::add_cases({suite, at}, lab);
    seconds += lab.seconds;
  }
  junit::set_totals(suite, seconds, at);
  std::ostringstream out;
  suite.print(out, "  ", pugi::format_default, pugi::encoding_auto, 1);
  return out.str();
}

std::vector<std::string> foretold_changes(const fs::path& out,
                                          const std::vector<SubmissionSource>& sources,
                                          const CoursePolicy& policy,
                                          const std::vector<Lab>& course) {
  const std::vector<Record> records = records_in(out, sources, [](const auto&, const auto&) {});
  return changes(kept_grades(out), grades_of(records, policy, labs_in(records, course)));
}

void write_class_files(const fs::path& out, const std::vector<SubmissionSource>& sources,
                       const CoursePolicy& policy, const std::vector<Lab>& course,
                       const Roster& gradebook) {
  std::vector<Json> told;  // of each student
  const fs::path part = out / ".junit.xml.part";
  std::ofstream cases(part);
  cases << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gemmlab\">\n";
  const std::vector<Record> records =
      records_in(out, sources, [&](const Record& record, const SubmissionSource& source) {
        cases << class_junit(record);
        told.push_back(json_of(record, source, gradebook));
      });
  cases << "</testsuites>\n" << std::flush;
  if (!cases) {
    throw std::runtime_error("cannot write " + part.string());
  }
  fs::rename(part, out / "junit.xml");
  const std::vector<Lab> labs = labs_in(records, course);
  const std::vector<StudentGrade> grades = grades_of(records, policy, labs);
  std::ofstream log(out / "changes.log", std::ios::app);
  for (const std::string& change : changes(kept_grades(out), grades)) {
    log << fmt::format("{} {}\n", iso8601(std::time(nullptr)), printable(change));
  }
  if (!log.flush()) {
    throw std::runtime_error("cannot write " + (out / "changes.log").string());
  }
  for (std::size_t i = 0; i < grades.size(); ++i) {
    add_grade(grades[i], records[i], told[i]);
  }
  Json all{{"schema", kGradesSchema}, {"title", policy.title}, {"labs", Json::array()}};
  for (const Lab& lab : labs) {
    if (policy.labs.contains(lab.id)) {
      all["labs"].push_back({{"id", lab.id}, {"slug", lab.slug()}, {"title", lab.title}});
    }
  }
  all["students"] = told;
  all.for_each_text([](std::string_view key, std::string& text) {
    text = key == "entries" ? valid_utf8(text) : printable(text);  // platforms look for their names
  });
  write_atomically(out / "grades.json", all.text(2) + '\n');
  write_feedback(out, sources, grades, policy);
}

}  // namespace gemmlab
