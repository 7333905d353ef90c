#include "grader/batch/class_run.h"

#include "grader/batch/sandbox_slot.h"
#include "grader/machine/paths.h"
#include "grader/machine/sandbox_check.h"
#include "grader/process/program.h"
#include "grader/report/write_file.h"
#include "grader/sandbox/enclosure.h"

namespace gemmlab {
namespace {

using Kind = SubmissionEvent::Kind;

// Of a process that reads a submission.
constexpr std::uint64_t kReaderBytes = 256 * kMiB, kReaderSeconds = 10;

// Grades one submission after the other.
struct GradingLane {
  explicit GradingLane(const ClassRun& run)
      : sandbox(slot.number(), slot.folder(), run.may_be_weak),
        enclosure{sandbox, run.symbols, run.headers} {
    sandbox.signal_all(SIGKILL);  // what a killed earlier run may have left behind
    std::vector<fs::path> invisible{run.out / "results", run.out / "secret", paths().solutions()};
    for (const SubmissionSource& source : run.sources) {
      std::ranges::transform(source.parts, std::back_inserter(invisible), &HandIn::path);
    }
    check_sandbox(sandbox, invisible);
  }

  SandboxSlot slot;
  Sandbox sandbox;
  Enclosure enclosure;
};

// The answer of a grading process: a digit for the kind, and the summary.
std::string answer(Kind kind, const std::string& summary) {
  return char('0' + int(kind)) + summary;
}

// First in a process that its limits may end: whatever in a submission takes that long to read, it
// is refused. What this machine cannot read fails here again.
Submission read_within_limits(SubmissionSource source, const ClassRun& run) {
  const auto read = [&] {
    try {
      read_submission(source, run.finder, run.wanted);
    } catch (const std::runtime_error&) {
    }
    return std::string();
  };
  if (!run_in_processes({{source.student, read, kReaderBytes, kReaderSeconds}}, 1)[0].answer) {
    source.problem = fmt::format(
        "reading it takes more than {} seconds of a processor or {} MiB of memory: use an ordinary "
        ".zip or .tar.gz",
        kReaderSeconds, kReaderBytes / kMiB);
  }
  return read_submission(source, run.finder, run.wanted);
}

// Whose record has the result of a lab's file, by the lab's id and the file's SHA-256.
using GradedFiles = std::map<std::pair<std::string, std::string>, std::string>;

void take_note(const ClassRun& run, const std::string& student, GradedFiles& graded) {
  const std::optional<Record> record = kept_record(run.out, student);
  for (const LabResult& lab : record ? record->result.labs : std::vector<LabResult>()) {
    if (!lab.infrastructure) {
      graded[{lab.id, lab.source_sha256}] = student;
    }
  }
}

// Adds to what is known the results of the same files of others. A file runs once: it would get the
// same inputs again, and timing it again would give equal files other points by chance.
void add_results_of_copies(const Submission& submission, const ClassRun& run,
                           const GradedFiles& graded, std::optional<Record>& known) {
  for (const Lab& lab : run.labs) {
    const auto file = submission.files.find(lab.id);
    if (!run.wanted.contains(lab.id) || file == submission.files.end() ||
        is_judged(known, lab, submission, run)) {
      continue;
    }
    const std::string sum = sha256(file->second.text);
    const auto found = graded.find({lab.id, sum});
    const auto other = found == graded.end() ? std::nullopt : kept_record(run.out, found->second);
    const LabResult* const result = other ? result_of(*other, lab.id) : nullptr;
    if (result == nullptr || result->source_sha256 != sum) {
      continue;
    }
    known = known.value_or(Record());
    std::erase_if(known->result.labs, [&](const LabResult& each) { return each.id == lab.id; });
    known->result.labs.push_back(*result);
    known->labs[lab.id] = other->labs.at(lab.id);
    known->whole[lab.id] = other->whole.at(lab.id);
  }
}

// Runs in a separate process. Returns its answer.
std::string grade_one(const SubmissionSource& source, const ClassRun& run, const GradingLane& lane,
                      const JudgeLab& judge, const GradedFiles& graded) {
  umask(022);  // the sandbox's user reads the submission's files
  lane.slot.keep_to_share(run.at_once);
  const Submission submission = read_within_limits(source, run);
  const fs::path file = record_file(run.out, source.student);
  std::optional<Record> known = kept_record(run.out, source.student);
  const char* const anew =
      !known && fs::exists(file)
          ? " (graded again: the old result is from another version of gemmlab)"
          : "";
  if (known && !is_alike(*known, run, lane.sandbox.level())) {
    known.reset();
  }
  const auto is_known = [&](const Lab& lab) {
    return !run.wanted.contains(lab.id) || is_judged(known, lab, submission, run);
  };
  if (known && std::ranges::all_of(run.labs, is_known)) {
    describe(submission, *known);
    if (const std::string now = to_json(*known); now != read_file(file)) {
      write_atomically(file, now);
    }
    return answer(Kind::known, summary_of(*known));
  }
  if (lane.sandbox.has_namespaces()) {  // else a program may see more than its own file
    add_results_of_copies(submission, run, graded, known);
  }
  JudgeOptions options = run.options;
  options.enclosure = &lane.enclosure;
  const Record record = grade_submission(submission, run, known, options, judge);
  write_atomically(file, to_json(record));
  const std::string failure = failure_of_ours(record);
  return failure.empty() ? answer(Kind::graded, summary_of(record) + anew)
                         : answer(Kind::failed, failure);
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
  std::vector<std::unique_ptr<GradingLane>> idle;
  for (int i = 0; i < at_once; ++i) {
    idle.push_back(std::make_unique<GradingLane>(run));
  }
  // By the source's number, during grading. Two sources may have the name of one student.
  std::vector<std::unique_ptr<GradingLane>> lanes(run.sources.size());
  GradedFiles graded;  // in this run
  std::vector<Job> jobs;
  for (const SubmissionSource& source : run.sources) {
    jobs.push_back(
        {source.student,
         [&, &lane = lanes[jobs.size()]] {
           try {
             return grade_one(source, run, *lane, judge, graded);
           } catch (const std::runtime_error& error) {  // a full disk, a file that cannot be read
             keep_failure(run, source.student, error.what());
             return answer(Kind::failed, error.what());
           }
         },
         kReaderBytes, kGradingSeconds});
  }
  const auto began = [&](const Job& job) {
    lanes[std::size_t(&job - jobs.data())] = std::move(idle.back());
    idle.pop_back();
    report({job.title, Kind::began, ""});
  };
  const auto ended = [&](const Job& job, const JobResult& done) {
    idle.push_back(std::move(lanes[std::size_t(&job - jobs.data())]));
    idle.back()->sandbox.signal_all(SIGKILL);
    if (done.answer && !done.answer->empty()) {
      if (Kind(done.answer->front() - '0') == Kind::graded) {
        take_note(run, job.title, graded);
      }
      return report({job.title, Kind(done.answer->front() - '0'), done.answer->substr(1)});
    }
    const std::string why = "the process that graded it " + done.failure;
    keep_failure(run, job.title, why);
    report({job.title, Kind::failed, why});
  };
  run_in_processes(jobs, at_once, began, ended);
}

}  // namespace gemmlab
