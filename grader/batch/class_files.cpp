#include "grader/batch/class_files.h"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <sstream>

#include "grader/batch/rules/grade_json.h"
#include "grader/core/source/hints.h"
#include "grader/report/console.h"
#include "grader/report/junit.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {

GEMMLAB_JSON(ReviewFlag, kind, lab, what)

namespace {

bool looks_like_a_labs_file(const LeftOut& left) {
  return left.path.ends_with(".cu") || left.path.ends_with(".cpp") ||
         (left.reason != LeftOutReason::not_a_labs_file &&
          left.reason != LeftOutReason::made_by_tools);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// The check's fact, if it is of that kind; else null.
template <typename Kind>
const Kind* fact_of(const Check& check) {
  return check.fact ? std::get_if<Kind>(&*check.fact) : nullptr;
}

template <typename Cause>
const Cause* untimed_for(const Check& check) {
  const auto* const unjudged = fact_of<SpeedNotJudged>(check);
  return unjudged != nullptr ? std::get_if<Cause>(&unjudged->why.cause) : nullptr;
}

// Whether the file uses a header or a function that is not on the list.
bool asks_for_more_than_a_lab_may(const Check& check) {
  const auto* const refusal = fact_of<Refusal>(check);
  return refusal != nullptr && (std::holds_alternative<HeaderNotAllowed>(refusal->cause) ||
                                std::holds_alternative<FunctionNotAllowed>(refusal->cause));
}

// Whether the program ended as honest ones do not: by calling exit, or by a signal that no mistake
// causes (we end by SIGKILL what sends an invalid reply); or asked for company where it is alone.
bool ended_oddly(const Check& check) {
  const auto* const ended = fact_of<ProgramEnded>(check);
  const auto* const refused = fact_of<HostEntryFault>(check);
  const auto* const timed = untimed_for<EndedWhileTimed>(check);
  const std::string how = ended     ? ended->detail.text()
                          : refused ? refused->detail
                          : timed   ? timed->detail
                                    : "";
  constexpr auto kOfMistakes = std::to_array({SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV});
  const auto is_of = [&](int number) { return how.starts_with(fmt::format("signal {} ", number)); };
  return check.outcome == CheckOutcome::failed &&
         (check.verdict == Verdict::exited || untimed_for<StartedAnother>(check) != nullptr ||
          (how.starts_with("signal ") && std::ranges::none_of(kOfMistakes, is_of)));
}

// What suggests more than a wrong program; empty: nothing.
std::string suspicion(const LabResult& lab) {
  const bool is_idle = std::ranges::any_of(lab.checks, [](const Check& check) {
    return fact_of<SkeletonUnchanged>(check) || fact_of<NoFile>(check);
  });
  // Whether the file was examined, and yet got a verdict that says that there was nothing to judge.
  const bool is_unjudged =
      lab.verdict == Verdict::not_graded || (lab.verdict == Verdict::not_started && !is_idle);
  for (const Check& check : lab.checks) {
    const bool explains = is_unjudged && check.verdict == lab.verdict && !message(check).empty();
    if (explains || ended_oddly(check) || asks_for_more_than_a_lab_may(check)) {
      return fmt::format("{}: {}", name(check.verdict), first_line(message(check)));
    }
  }
  return is_unjudged ? std::string(name(lab.verdict)) : "";
}

// Leaves of a record what the tables of all students need: all records take too much memory.
void shorten(Record& record) {
  record.left_out = {};
  record.sources = {};
  for (LabResult& lab : record.result.labs) {
    const std::vector<Failures> groups = grouped_failures(lab);
    if (!lab.infrastructure) {
      lab.checks = groups.empty() ? std::vector<Check>() : std::vector{*groups[0][0]};
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
      look(*record, source);
      shorten(*record);
      records.push_back(std::move(*record));
    }
  }
  return records;
}

// What most likely is wrong, and the step of the skeleton that it is about.
std::string cause_of(const LabResult& lab) {
  const std::vector<Failures> failures = grouped_failures(lab);
  if (failures.empty() || lab.infrastructure) {
    return "";
  }
  const Check& check = *failures[0][0];
  return std::string(name(check.verdict)) +
         (check.cause ? ": " + words_of_name(std::string(name_of(*check.cause))) : "") +
         (check.hint.empty() ? "" : ", at TODO(" + check.hint + ")");
}

// What tables show of a student besides the grade. `row`: the line in the gradebook; 0: none.
Json json_of(const Record& record, const SubmissionSource& source, const Roster& gradebook) {
  const bool has_id = !source.parts.empty() && source.parts[0].is_in_rosters;
  const People people = gradebook.called(
      {source.student, source.who.email, source.who.name, has_id ? source.parts[0].id : ""});
  return {{"name", source.who.name},
          {"email", source.who.email},
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
    json.update({{"percent", percent_of(graded)},
                 {"cause", lab == nullptr ? "" : cause_of(*lab)},
                 {"file", has_file ? lab->source_sha256 : ""},
                 {"speed", lab != nullptr && lab->speed ? lab->speed->ratio : 0.0}});
    labs.push_back(std::move(json));
  }
  told.update(Json(grade));
  told.update({{"percent", percent_of(grade)}, {"labs", std::move(labs)}});
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

std::vector<ReviewFlag> review_flags(const Record& record) {
  std::vector<ReviewFlag> flags;
  using Kind = ReviewKind;
  const auto flag = [&](bool applies, Kind kind, const std::string& lab, const std::string& what) {
    if (applies) {
      flags.push_back({kind, lab, what});
    }
  };
  flag(!record.infrastructure.empty(), Kind::failure, "",
       "grader problem: " + first_line(record.infrastructure));
  flag(!record.problem.empty(), Kind::refused, "", "refused: " + record.problem);
  constexpr int kMostIgnored = 5;
  int ignored = 0;
  for (const LeftOut& left : record.left_out) {
    flag(looks_like_a_labs_file(left) && ++ignored <= kMostIgnored, Kind::ignored, "",
         fmt::format("ignored {}: {}", quoted_path(left.path), reason_of(left)));
  }
  flag(ignored > kMostIgnored, Kind::ignored, "",
       fmt::format("ignored {} more files", ignored - kMostIgnored));
  for (const auto& [lab, guess] : record.guesses) {
    flag(true, Kind::guessed, lab, guess);
  }
  for (const LabResult& lab : record.result.labs) {
    const std::string what =
        lab.infrastructure ? "grader problem: " + first_line(why_ungraded(lab)) : suspicion(lab);
    flag(!what.empty(), lab.infrastructure ? Kind::failure : Kind::odd, lab.id, what);
  }
  return flags;
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
  all.for_each_text([](std::string_view, std::string& text) { text = printable(text); });
  write_atomically(out / "grades.json", all.text(2) + '\n');
  write_feedback(out, sources, grades, policy);
}

}  // namespace gemmlab
