#include "grader/batch/class_files.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "grader/batch/csv.h"
#include "grader/report/junit.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

constexpr std::int64_t kDay = 24 * 60 * 60;  // seconds

int days_late(const Record& record, const std::string& id, const CoursePolicy& policy) {
  const auto due = policy.labs.at(id).due;
  const auto at = record.submitted_at.find(id);
  const auto submitted = at == record.submitted_at.end() ? std::nullopt : parse_utc(at->second);
  return due && submitted ? days_late(*submitted, *due, policy.late) : 0;
}

LabGrade grade_lab(const Record& record, const Lab& of, const CoursePolicy& policy) {
  LabGrade grade;
  grade.id = of.id;
  const LabResult* lab = result_of(record, of.id);
  if (!record.infrastructure.empty() || (lab != nullptr && lab->infrastructure)) {
    return grade;  // our failure
  }
  // Points that cannot be judged without a GPU: the same for all students.
  const bool is_untimed = record.result.backend == BackendsUsed::sim && of.file.ends_with(".cu");
  grade.not_graded = is_untimed ? Points{}.speed : 0;
  if (!record.problem.empty()) {
    grade.points = 0;
    return grade;
  }
  if (lab == nullptr || lab->max_score <= 0) {
    return grade;  // not a requested lab
  }
  const double scale = 100.0 / lab->max_score;
  grade.verdict = lab->verdict;
  grade.days_late = days_late(record, of.id, policy);
  grade.points = after_late_rule(scale * lab->score, grade.days_late, policy.late);
  grade.not_graded = std::max(grade.not_graded, scale * lab->not_graded_points);
  return grade;
}

std::string cell(const std::optional<double>& points) {
  return points ? short_number(*points) : "";
}

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
  for (LabResult& lab : record.result.labs) {
    if (!lab.infrastructure) {
      std::erase_if(lab.checks, [](const Check& check) { return !check.cause; });
      lab.checks.resize(std::min<std::size_t>(lab.checks.size(), 1));
    }
  }
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

int days_late(std::int64_t submitted, std::int64_t due, const LateRule& rule) {
  const std::int64_t late = submitted - due;
  return late <= std::int64_t(60) * rule.grace_minutes
             ? 0
             : int(std::min<std::int64_t>((late + kDay - 1) / kDay, 1000000));
}

double after_late_rule(double points, int days_late, const LateRule& rule) {
  const bool is_over = rule.max_days && days_late > *rule.max_days;
  return is_over ? 0 : points * std::max(0.0, 1 - days_late * rule.per_day_percent / 100);
}

StudentGrade grade(const Record& record, const CoursePolicy& policy, const std::vector<Lab>& labs) {
  StudentGrade all{record.student, {}, std::nullopt, 0};
  double weights = 0, total = 0, not_graded = 0;
  bool is_whole = true;
  for (const Lab& lab : labs) {
    if (!policy.labs.contains(lab.id)) {
      continue;
    }
    const LabGrade one = grade_lab(record, lab, policy);
    const double weight = policy.labs.at(lab.id).weight;
    is_whole = is_whole && (one.points || weight == 0);
    weights += weight;
    total += weight * one.points.value_or(0);
    not_graded += weight * one.not_graded;
    all.labs.push_back(one);
  }
  if (is_whole && weights > 0) {
    all.total = total / weights;
    all.not_graded = not_graded / weights;
  }
  return all;
}

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
  for (const LabResult& lab : record.result.labs) {
    const std::string what =
        lab.infrastructure ? "grader problem: " + first_line(why_ungraded(lab)) : suspicion(lab);
    flag(!what.empty(), lab.id, what);
  }
  return flags;
}

std::vector<std::string> write_class_files(const fs::path& out,
                                           const std::vector<std::string>& students,
                                           const CoursePolicy& policy,
                                           const std::vector<Lab>& course,
                                           const fs::path& gradebook, const std::string& column) {
  std::vector<Record> records;
  std::vector<ReviewFlag> flags;
  const fs::path part = out / ".junit.xml.part";
  std::ofstream cases(part);
  cases << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gemmlab\">\n";
  for (const std::string& student : students) {
    if (auto record = kept_record(out, student)) {
      cases << class_junit(*record);
      std::ranges::move(review_flags(*record), std::back_inserter(flags));
      shorten(*record);
      records.push_back(std::move(*record));
    }
  }
  cases << "</testsuites>\n" << std::flush;
  if (!cases) {
    throw std::runtime_error("cannot write " + part.string());
  }
  fs::rename(part, out / "junit.xml");
  const std::vector<Lab> labs = labs_in(records, course);
  std::vector<StudentGrade> grades;
  for (const Record& record : records) {
    grades.push_back(grade(record, policy, labs));
  }
  write_atomically(out / "grades.csv", grades_csv(grades, labs));
  write_atomically(out / "class.html", class_page(records, flags, grades, policy, labs));
  write_atomically(out / "infrastructure.txt", infrastructure_text(records));
  if (gradebook.empty()) {
    return {};
  }
  const CanvasFile canvas = canvas_csv(read_file(gradebook), grades, labs, column);
  write_atomically(out / "canvas.csv", canvas.text);
  return canvas.notes;
}

}  // namespace gemmlab
