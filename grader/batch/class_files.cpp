#include "grader/batch/class_files.h"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <ranges>
#include <sstream>

#include "grader/batch/csv.h"
#include "grader/report/console.h"
#include "grader/report/junit.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {
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

// The records of these students, shortened; `look` sees each as a whole.
std::vector<Record> records_in(const fs::path& out, const Entries& entries,
                               const std::function<void(const Record&)>& look) {
  std::vector<Record> records;
  for (const auto& [student, names] : entries) {
    if (auto record = kept_record(out, student)) {
      look(*record);
      shorten(*record);
      records.push_back(std::move(*record));
    }
  }
  return records;
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

std::string grades_csv(const std::vector<StudentGrade>& grades, const std::vector<Lab>& labs) {
  std::string text = "student";
  for (const Lab& lab : labs) {
    text += ',' + lab.id;
  }
  text += ",total,not_graded,days_late,deducted,steps\n";
  for (const StudentGrade& grade : grades) {
    text += csv_text(grade.student);
    int days = 0;
    double deducted = 0;
    for (const LabGrade& lab : grade.labs) {
      text += ',' + shown(lab.points);
      days += lab.days_late;
      for (const Step& step : lab.steps) {
        deducted -= step.rule == Rule::late || step.rule == Rule::too_late ? step.points : 0;
      }
    }
    text += fmt::format(",{},{},{},{},{}\n", shown(grade.total),
                        grade.total ? short_number(grade.not_graded) : "", days,
                        short_number(deducted), csv_text(steps_of(grade)));
  }
  return text;
}

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

std::string infrastructure_text(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) {
    if (std::string why = failure_of_ours(record); !why.empty()) {
      std::ranges::replace(why, '\n', ' ');
      text += fmt::format("{}: {}\n", record.student, printable(why));
    }
  }
  return text.empty() ? "none\n"
                      : "Problems of the grader or this machine; these labs have no grade yet "
                        "(not 0).\nNext step: fix the problems below, then run the same command "
                        "again: it grades only these.\n\n" +
                            text;
}

std::vector<ReviewFlag> review_flags(const Record& record) {
  std::vector<ReviewFlag> flags;
  const auto flag = [&](bool applies, const std::string& lab, const std::string& what) {
    if (applies) {
      flags.push_back({record.student, lab, what});
    }
  };
  flag(!record.infrastructure.empty(), "", "grader problem: " + first_line(record.infrastructure));
  flag(!record.problem.empty(), "", "refused: " + record.problem);
  constexpr int kMostIgnored = 5;
  int ignored = 0;
  for (const LeftOut& left : record.left_out) {
    flag(looks_like_a_labs_file(left) && ++ignored <= kMostIgnored, "",
         fmt::format("ignored {}: {}", quoted_path(left.path), reason_of(left)));
  }
  flag(ignored > kMostIgnored, "", fmt::format("ignored {} more files", ignored - kMostIgnored));
  for (const auto& [lab, guess] : record.guesses) {
    flag(true, lab, guess);
  }
  for (const LabResult& lab : record.result.labs) {
    const std::string what =
        lab.infrastructure ? "grader problem: " + first_line(why_ungraded(lab)) : suspicion(lab);
    flag(!what.empty(), lab.id, what);
  }
  return flags;
}

std::vector<std::string> foretold_changes(const fs::path& out, const Entries& entries,
                                          const CoursePolicy& policy,
                                          const std::vector<Lab>& course) {
  const std::vector<Record> records = records_in(out, entries, [](const Record&) {});
  return changes(kept_grades(out), grades_of(records, policy, labs_in(records, course)));
}

std::vector<std::string> write_class_files(const fs::path& out, const Entries& entries,
                                           const CoursePolicy& policy,
                                           const std::vector<Lab>& course,
                                           const fs::path& gradebook, const std::string& column) {
  std::vector<ReviewFlag> flags;
  const fs::path part = out / ".junit.xml.part";
  std::ofstream cases(part);
  cases << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gemmlab\">\n";
  const std::vector<Record> records = records_in(out, entries, [&](const Record& record) {
    cases << class_junit(record);
    std::ranges::move(review_flags(record), std::back_inserter(flags));
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
  write_atomically(out / "grades.json", to_json(grades));
  write_atomically(out / "grades.csv", grades_csv(grades, labs));
  write_atomically(out / "class.html", class_page(records, flags, grades, policy, labs));
  write_atomically(out / "infrastructure.txt", infrastructure_text(records));
  write_feedback(out, entries, grades, policy);
  std::vector<std::string> notes;
  for (const StudentGrade& grade : grades) {
    if (const std::string steps = steps_of(grade); !steps.empty()) {
      notes.push_back(fmt::format("{}: {}", grade.student, steps));
    }
  }
  const auto students = entries | std::views::keys;
  std::ranges::move(unknown_names(policy, {students.begin(), students.end()}),
                    std::back_inserter(notes));
  if (!gradebook.empty()) {
    const CanvasFile canvas = canvas_csv(read_file(gradebook), grades, labs, column);
    write_atomically(out / "canvas.csv", canvas.text);
    notes.insert(notes.end(), canvas.notes.begin(), canvas.notes.end());
  }
  return notes;
}

}  // namespace gemmlab
