#include "grader/batch/class_files.h"

#include "grader/core/source/hints.h"
#include "grader/report/excerpt.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {

GEMMLAB_JSON(Step, rule, why, points)
GEMMLAB_JSON(LabGrade, id, points, verdict, days_late, not_graded, counts, weight, submitted, due,
             basis, steps)
GEMMLAB_JSON(StudentGrade, student, total, not_graded, formula, steps, labs)

namespace {

// Leaves of a record what the tables of all students need: all records take too much memory.
void shorten(Record& record) {
  std::erase_if(record.left_out, std::not_fn(is_open));
  record.sources = {};
  record.whole = {};
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
          {"participant", source.who.participant},
          {"row", people.size() == 1 ? people[0]->line : 0},
          {"machine", record.result.device},
          {"sandbox", record.sandbox.name},
          {"failure", failure_of_ours(record)}};
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

// The labs with any results.
std::vector<Lab> labs_in(const std::vector<Record>& records, const std::vector<Lab>& course) {
  std::vector<Lab> labs;
  std::ranges::copy_if(course, std::back_inserter(labs), [&](const Lab& lab) {
    return std::ranges::any_of(records, [&](const Record& of) { return result_of(of, lab.id); });
  });
  return labs.empty() ? course : labs;
}

// Whether a lab that counts has no points because something is open.
bool waits(const LabGrade& lab, const Record& record) {
  return lab.counts && !lab.points && is_undecided(record, lab.id);
}

// The open hand-ins, each with the students that wait for it; `waiting`: with the reason that it
// is.
Json json_of(const std::vector<OpenHandIn>& all, const std::vector<std::string>& waiting) {
  Json open = Json::array();
  for (const OpenHandIn& each : all) {
    Json students = Json::array();
    for (const std::string& student : waiting) {
      if (each.may_be_of.empty() || each.may_be_of.contains(student)) {
        students.push_back(student);
      }
    }
    open.push_back({{"what", each.what}, {"students", std::move(students)}});
  }
  return open;
}

}  // namespace

std::string cause_of(const LabResult& lab) {
  const std::vector<Failures> failures = grouped_failures(lab);
  if (failures.empty() || lab.infrastructure) {
    return "";
  }
  const Check& check = *failures[0][0];
  const bool has_no_file = check.fact && std::holds_alternative<NoFile>(*check.fact);
  return std::string(name(check.verdict)) +
         (has_no_file ? ": " + split_lines(message(check)).front() : "") +
         (check.cause ? ": " + words_of_name(std::string(name_of(*check.cause))) : "") +
         (check.hint.empty() ? "" : ", at TODO(" + check.hint + ")");
}

ClassGrades class_grades(const fs::path& out, const SubmissionList& list,
                         const CoursePolicy& policy, const std::vector<Lab>& course,
                         const Roster& gradebook) {
  std::vector<Json> told;  // of each student
  std::vector<Record> records;
  std::set<std::string> people;
  for (const SubmissionSource& source : list.sources) {
    if (list.roster.people().empty() || !source.who.key.empty()) {
      people.insert(source.student);
    }
    const bool is_new = records.empty() || records.back().student != source.student;
    if (auto record = is_new ? kept_record(out, source) : std::nullopt) {
      set_times(source, *record);
      told.push_back(json_of(*record, source, gradebook));
      shorten(*record);
      records.push_back(std::move(*record));
    }
  }
  const std::vector<Lab> labs = labs_in(records, course);
  ClassGrades all;
  all.people = int(people.size());
  std::vector<std::string> waiting;
  for (std::size_t i = 0; i < records.size(); ++i) {
    all.students.push_back(grade(records[i], policy, labs));
    add_grade(all.students[i], records[i], told[i]);
    const std::vector<LabGrade>& graded = all.students[i].labs;
    if (std::ranges::any_of(graded, [&](const auto& lab) { return waits(lab, records[i]); })) {
      waiting.push_back(records[i].student);
      all.waiting +=
          people.contains(waiting.back()) &&
          std::ranges::none_of(graded, [](const auto& lab) { return lab.points.has_value(); });
    }
    const auto own = policy.exceptions.find(records[i].student);
    const auto checked =
        own == policy.exceptions.end() ? std::set<std::string>() : own->second.checked;
    told[i].update({{"checked", std::vector<std::string>(checked.begin(), checked.end())}});
  }
  Json json{{"schema", "gemmlab.grades/1"}, {"title", policy.title}, {"labs", Json::array()}};
  for (const Lab& lab : labs) {
    if (policy.labs.contains(lab.id)) {
      json["labs"].push_back({{"id", lab.id},
                              {"slug", lab.slug()},
                              {"title", lab.title},
                              {"weight", policy.labs.at(lab.id).weight}});
    }
  }
  json["students"] = told;
  json["open"] = json_of(list.open, waiting);
  json["has_gradebook"] = all.has_gradebook();
  json.for_each_text([](std::string_view key, std::string& text) {
    text = key == "entries" ? valid_utf8(text) : printable(text);  // platforms look for their names
  });
  all.json = json.text(2) + '\n';
  return all;
}

ClassGrades write_class_files(const fs::path& out, const SubmissionList& list,
                              const CoursePolicy& policy, const std::vector<Lab>& course,
                              const Roster& gradebook) {
  ClassGrades grades = class_grades(out, list, policy, course, gradebook);
  write_feedback(out, list.sources, grades.students, policy);
  write_atomically(out / kNewGrades, grades.json);
  return grades;
}

}  // namespace gemmlab
