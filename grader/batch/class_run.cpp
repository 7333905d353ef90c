#include "grader/batch/class_run.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <stdexcept>

#include "grader/batch/sandbox_slot.h"
#include "grader/compile/compile_process.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/sha256.h"
#include "grader/process/parallel.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using Kind = SubmissionEvent::Kind;

// Grades one submission after the other.
struct GradingLane {
  explicit GradingLane(const ClassRun& run)
      : sandbox(slot.number(), slot.folder(), run.may_be_weak),
        enclosure{sandbox, run.symbols, run.headers} {
    sandbox.signal_all(SIGKILL);  // what a killed earlier run may have left behind
    check_sandbox(sandbox);
  }

  SandboxSlot slot;
  Sandbox sandbox;
  Enclosure enclosure;
  bool is_busy = false;
};

// The headers and functions that the course allows, as one text.
std::string allowed(const ClassRun& run) {
  return fmt::format("headers: {}; symbols: {}", fmt::join(run.headers, " "),
                     fmt::join(run.symbols, " "));
}

// Whether the record was made with the settings of this run.
bool is_alike(const Record& record, const ClassRun& run, const SandboxLevel& level) {
  const Result& result = record.result;
  return record.infrastructure.empty() && record.sandbox.name == level.name &&
         record.allowed == allowed(run) && result.tool_version == run.blank.tool_version &&
         result.seed == run.blank.seed && result.backend == run.blank.backend;
}

// A lab's known result, if judging the submission's file again would give the same; else null.
const LabResult* known_result(const Record& known, const std::string& id,
                              const Submission& submission) {
  const LabResult* result = result_of(known, id);
  if (result == nullptr || result->infrastructure) {
    return nullptr;
  }
  const auto file = submission.files.find(id);
  const bool holds = file == submission.files.end()
                         ? result->source_sha256.empty() && known.problem == submission.problem
                         : result->source_sha256 == sha256(file->second.text);
  return holds ? result : nullptr;
}

// Whether it already has everything that is wanted.
bool is_done(const Record& record, const Submission& submission, const ClassRun& run) {
  return std::ranges::all_of(
      run.wanted, [&](const std::string& id) { return known_result(record, id, submission); });
}

std::string summary_of(const Record& record) {
  if (!record.problem.empty()) {
    return "submission not accepted: " + record.problem;
  }
  const std::vector<LabResult>& labs = record.result.labs;
  const auto count = [&](Verdict verdict) {
    return std::ranges::count(labs, verdict, &LabResult::verdict);
  };
  std::string text = fmt::format("{} of {} passed", count(Verdict::passed), labs.size());
  for (const LabResult& lab : labs) {
    if (lab.verdict != Verdict::passed && lab.verdict != Verdict::not_started) {
      text += fmt::format(", {} {}", lab.id, name(lab.verdict));
    }
  }
  if (const auto idle = count(Verdict::not_started); idle > 0) {
    text += fmt::format(", {} not started", idle);
  }
  return text;
}

// The result of a lab without a file: no points, and the reason.
LabResult without_file(const Lab& lab, const std::string& why) {
  LabResult result;
  result.id = lab.id;
  result.slug = lab.slug();
  result.title = lab.title;
  Check planned;
  planned.kind = CheckKind::file;
  planned.name = "file";
  planned.max_points = result.max_score;
  result.checks = {failed(planned, Verdict::not_started, NoFile{why})};
  result.verdict = Verdict::not_started;
  return result;
}

LabResult judged(const Submission& submission, const Lab& lab, const JudgeOptions& options,
                 const JudgeLab& judge) {
  const auto file = submission.files.find(lab.id);
  if (file == submission.files.end()) {
    return without_file(
        lab, submission.problem.empty()
                 ? "nothing was handed in for this lab: cannot find " + lab.path().string()
                 : "submission not accepted: " + submission.problem);
  }
  fs::create_directories(lab.path().parent_path());
  write_atomically(lab.path(), file->second.text);
  return judge(lab, lab.path(), options);
}

std::map<std::string, std::string> times_of(const Submission& submission) {
  std::map<std::string, std::string> times;
  for (const auto& [lab, file] : submission.files) {
    times[lab] = file.submitted_at;
  }
  return times;
}

Record empty_record(const Submission& submission, const SandboxLevel& level) {
  Record record;
  record.student = submission.student;
  record.submission_sha256 = submission.sha256;
  record.problem = submission.problem;
  record.left_out = submission.left_out;
  record.sandbox = level;
  record.submitted_at = times_of(submission);
  return record;
}

void note_failure_of_ours(Record& record, const LabResult& result) {
  if (!result.infrastructure || !record.infrastructure.empty()) {
    return;
  }
  const auto why = std::ranges::find_if(result.checks,
                                        [](const Check& check) { return !message(check).empty(); });
  record.infrastructure =
      "lab " + result.id + ": " + (why == result.checks.end() ? "" : message(*why));
}

// Writes the files into the enclosure's sandbox and judges those of the wanted labs, each by its
// path within the submission. Reuses the results in `known`. Records failures on our side; throws
// Interrupted.
Record grade_submission(const Submission& submission, const ClassRun& run, const Record* known,
                        const JudgeOptions& options, const JudgeLab& judge) {
  const auto start = std::chrono::steady_clock::now();
  const Sandbox& sandbox = options.enclosure->sandbox;
  Record record = empty_record(submission, sandbox.level());
  const fs::path cell = sandbox.folder() / "submission";
  try {
    fs::remove_all(cell);
    fs::create_directories(cell);
    fs::current_path(cell);
    for (const Lab& lab : run.labs) {
      if (const LabResult* before =
              known != nullptr ? known_result(*known, lab.id, submission) : nullptr) {
        record.result.labs.push_back(*before);
      } else if (run.wanted.contains(lab.id)) {
        record.result.labs.push_back(judged(submission, lab, options, judge));
      } else {
        continue;
      }
      note_failure_of_ours(record, record.result.labs.back());
    }
  } catch (const std::runtime_error& error) {
    record.infrastructure = error.what();
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return record;
}

// Updates what may have changed apart from the files: the submission times and what was left out.
void bring_up_to_date(Record& record, const Submission& submission, const ClassRun& run) {
  if (std::map times = times_of(submission); record.submitted_at != times) {
    record.submitted_at = std::move(times);
    write_atomically(record_file(run.out, record.student), to_json(record));
  }
}

// The answer of a grading process: a digit for the kind, and the summary.
std::string answer(Kind kind, const std::string& summary) {
  return char('0' + int(kind)) + summary;
}

// Runs in a separate process. Returns its answer.
std::string grade_one(const SubmissionSource& source, const ClassRun& run, const GradingLane& lane,
                      const JudgeLab& judge) {
  umask(022);  // the sandbox's user reads the submission's files
  lane.slot.keep_to_share(run.at_once);
  const Submission submission = read_submission(source, run.labs);
  std::optional<Record> known = kept_record(run.out, source.student);
  const char* const anew =
      !known && fs::exists(record_file(run.out, source.student))
          ? " (graded again: the old result is from another version of gemmlab)"
          : "";
  if (known && !is_alike(*known, run, lane.sandbox.level())) {
    known.reset();
  }
  if (known && is_done(*known, submission, run)) {
    bring_up_to_date(*known, submission, run);
    return answer(Kind::known, summary_of(*known));
  }
  JudgeOptions options = run.options;
  options.enclosure = &lane.enclosure;
  Record record = grade_submission(submission, run, known ? &*known : nullptr, options, judge);
  std::vector<LabResult> labs = std::move(record.result.labs);
  record.result = run.blank;
  record.result.labs = std::move(labs);
  record.allowed = allowed(run);
  write_atomically(record_file(run.out, source.student), to_json(record));
  return record.infrastructure.empty() ? answer(Kind::graded, summary_of(record) + anew)
                                       : answer(Kind::failed, record.infrastructure);
}

// Keeps a record of a submission that could not even be read.
void keep_failure(const ClassRun& run, const std::string& student, const std::string& why) {
  Record record;
  record.student = student;
  record.infrastructure = why;
  record.result = run.blank;
  write_atomically(record_file(run.out, student), to_json(record));
}

}  // namespace

void run_class(const ClassRun& run, const JudgeLab& judge,
               const std::function<void(const SubmissionEvent&)>& report) {
  fs::create_directories(run.out / "results");
  const int at_once = std::clamp(int(run.sources.size()), 1, run.at_once);
  std::vector<std::unique_ptr<GradingLane>> lanes;
  for (int i = 0; i < at_once; ++i) {
    lanes.push_back(std::make_unique<GradingLane>(run));
  }
  std::map<std::string, GradingLane*> lane_of;  // by student, during grading
  std::vector<Job> jobs;
  for (const SubmissionSource& source : run.sources) {
    jobs.push_back(
        {source.student, [&] {
           try {
             return grade_one(source, run, *lane_of.at(source.student), judge);
           } catch (const std::runtime_error& error) {  // a full disk, a file that cannot be read
             keep_failure(run, source.student, error.what());
             return answer(Kind::failed, error.what());
           }
         }});
  }
  const auto began = [&](const Job& job) {
    const auto free = std::ranges::find_if(lanes, [](const auto& lane) { return !lane->is_busy; });
    (*free)->is_busy = true;
    lane_of[job.title] = free->get();
    report({job.title, Kind::began, ""});
  };
  const auto ended = [&](const Job& job, const std::optional<std::string>& said) {
    GradingLane& lane = *lane_of.at(job.title);
    lane.sandbox.signal_all(SIGKILL);
    lane.is_busy = false;
    if (said && !said->empty()) {
      return report({job.title, Kind(said->front() - '0'), said->substr(1)});
    }
    const std::string why = "the process that graded it ended unexpectedly";
    keep_failure(run, job.title, why);
    report({job.title, Kind::failed, why});
  };
  run_in_processes(jobs, at_once, began, ended);
}

}  // namespace gemmlab
