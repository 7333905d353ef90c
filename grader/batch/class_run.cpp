#include "grader/batch/class_run.h"

#include "common/facts/json.h"
#include "grader/batch/sandbox_slot.h"
#include "grader/compile/paths.h"
#include "grader/report/formats.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

using Kind = SubmissionEvent::Kind;

// Of a process that grades, and of one that reads a submission, without their workers and
// compilers, which have limits of their own.
constexpr std::uint64_t kJudgeBytes = 1024 * kMiB, kJudgeSeconds = 120;
constexpr std::uint64_t kReaderBytes = 256 * kMiB, kReaderSeconds = 10;
constexpr std::size_t kLabResultBytes = 4 * kMiB;

// Grades one submission after the other.
struct GradingLane {
  explicit GradingLane(const ClassRun& run)
      : sandbox(slot.number(), slot.folder(), run.may_be_weak),
        enclosure{sandbox, run.symbols, run.headers} {
    sandbox.signal_all(SIGKILL);  // what a killed earlier run may have left behind
    std::vector<fs::path> invisible{run.out / "results", paths().solutions()};
    for (const SubmissionSource& source : run.sources) {
      std::ranges::transform(source.parts, std::back_inserter(invisible), &HandIn::path);
    }
    check_sandbox(sandbox, invisible);
  }

  SandboxSlot slot;
  Sandbox sandbox;
  Enclosure enclosure;
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

// Of what decides about the lab besides the settings of a run, as far as this tree has it.
std::string sum_of(const Lab& lab) {
  std::string text;
  for (const fs::path& file : {paths().root / "grader" / "tests" / (lab.slug() + "_test.cpp"),
                               paths().solutions() / lab.path()}) {
    text += fs::exists(file) ? sha256(read_file(file)) : "-";
  }
  return sha256(text);
}

// A lab's known result, if judging the submission's file again would give the same; else null.
const LabResult* known_result(const std::optional<Record>& known, const Lab& lab,
                              const Submission& submission) {
  const std::string& id = lab.id;
  const LabResult* result = known ? result_of(*known, id) : nullptr;
  if (result == nullptr || result->infrastructure || !known->labs.contains(id) ||
      known->labs.at(id) != sum_of(lab)) {
    return nullptr;
  }
  const auto file = submission.files.find(id);
  const bool holds = file == submission.files.end()
                         ? result->source_sha256.empty() && known->problem == submission.problem
                         : result->source_sha256 == sha256(file->second.text);
  return holds ? result : nullptr;
}

// Judges it in a process of its own: if that process dies, only this lab has no result. Adds the
// result as JSON, which has more than we read, to `told`.
LabResult judged(const Submission& submission, const Lab& lab, const JudgeOptions& options,
                 const JudgeLab& judge, std::map<std::string, Json>& told) {
  told.erase(lab.id);
  const auto file = submission.files.find(lab.id);
  if (file == submission.files.end()) {
    const std::string why =
        submission.problem.empty()
            ? "nothing was handed in for this lab: cannot find " + lab.path().string()
            : "submission not accepted: " + submission.problem;
    return unjudged(lab, failed({}, Verdict::not_started, NoFile{why}));
  }
  fs::create_directories(lab.path().parent_path());
  write_atomically(lab.path(), file->second.text);
  const auto run = [&] {
    // The inputs depend on the file as well, so that none can contain results prepared for them.
    JudgeOptions own = options;
    own.seed = std::stoull(sha256(std::to_string(options.seed) + file->second.text).substr(0, 16),
                           nullptr, 16);
    Result result;
    result.labs = {judge(lab, lab.path(), own)};
    return to_json(result);
  };
  JobResult done =
      run_in_processes({{lab.id, run, kJudgeBytes, kJudgeSeconds, kLabResultBytes}}, 1)[0];
  try {
    if (done.answer) {
      const LabResult result = result_from_json(*done.answer).labs.at(0);
      told[lab.id] = Json::parse(*done.answer).at("labs").at(0);
      return result;
    }
  } catch (const std::exception& error) {
    done.failure = fmt::format("gave a result that cannot be read: {}", error.what());
  }
  options.enclosure->sandbox.signal_all(SIGKILL);  // what it left behind
  return unjudged(lab,
                  not_graded({}, Reason::machine, "the process that graded it " + done.failure));
}

// All of a record that judging does not decide.
void describe(const Submission& submission, Record& record) {
  record.student = submission.student;
  record.submission_sha256 = submission.sha256;
  record.problem = submission.problem;
  record.left_out = submission.left_out;
  record.submitted_at = record.guesses = record.sources = {};
  record.late = {};
  for (const auto& [lab, file] : submission.files) {
    record.sources[lab] = valid_utf8(file.text);
    if (!file.submitted_at.empty()) {
      record.submitted_at[lab] = file.submitted_at;
    }
    if (file.is_late) {
      record.late.push_back(lab);
    }
    if (!file.guess.empty()) {
      record.guesses[lab] = file.guess;
    }
  }
}

// Writes the files into the enclosure's sandbox and judges those of the wanted labs, each by its
// path within the submission. Reuses the results in `known`. Records failures on our side; throws
// Interrupted.
Record grade_submission(const Submission& submission, const ClassRun& run,
                        const std::optional<Record>& known, const JudgeOptions& options,
                        const JudgeLab& judge, std::map<std::string, Json>& told) {
  const auto start = std::chrono::steady_clock::now();
  const Sandbox& sandbox = options.enclosure->sandbox;
  Record record;
  describe(submission, record);
  record.sandbox = sandbox.level();
  record.allowed = allowed(run);
  record.result = run.blank;
  const fs::path cell = sandbox.folder() / "submission";
  try {
    fs::remove_all(cell);
    fs::create_directories(cell);
    fs::current_path(cell);
    for (const Lab& lab : run.labs) {
      const LabResult* before = known_result(known, lab, submission);
      if (before != nullptr || run.wanted.contains(lab.id)) {
        record.result.labs.push_back(
            before != nullptr ? *before : judged(submission, lab, options, judge, told));
        record.labs[lab.id] = sum_of(lab);
      }
    }
  } catch (const std::runtime_error& error) {
    record.infrastructure = error.what();
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return record;
}

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

// Runs in a separate process. Returns its answer.
std::string grade_one(const SubmissionSource& source, const ClassRun& run, const GradingLane& lane,
                      const JudgeLab& judge) {
  umask(022);  // the sandbox's user reads the submission's files
  lane.slot.keep_to_share(run.at_once);
  const Submission submission = read_within_limits(source, run);
  const fs::path file = record_file(run.out, source.student);
  std::optional<Record> known = kept_record(run.out, source.student);
  const char* const anew =
      !known && fs::exists(file)
          ? " (graded again: the old result is from another version of gemmlab)"
          : "";
  std::map<std::string, Json> told;
  std::string before;
  if (known && is_alike(*known, run, lane.sandbox.level())) {
    before = read_file(file);
    for (const Json kept = Json::parse(before);
         const Json& lab : kept.at("result").at("labs").items()) {
      told[lab.at("id").as_string()] = lab;
    }
  } else {
    known.reset();
  }
  const auto is_known = [&](const Lab& lab) {
    return !run.wanted.contains(lab.id) || known_result(known, lab, submission);
  };
  if (known && std::ranges::all_of(run.labs, is_known)) {
    describe(submission, *known);
    if (const std::string now = to_json(*known, told); now != before) {
      write_atomically(file, now);
    }
    return answer(Kind::known, summary_of(*known));
  }
  JudgeOptions options = run.options;
  options.enclosure = &lane.enclosure;
  const Record record = grade_submission(submission, run, known, options, judge, told);
  write_atomically(file, to_json(record, told));
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
  std::vector<Job> jobs;
  for (const SubmissionSource& source : run.sources) {
    jobs.push_back(
        {source.student,
         [&, &lane = lanes[jobs.size()]] {
           try {
             return grade_one(source, run, *lane, judge);
           } catch (const std::runtime_error& error) {  // a full disk, a file that cannot be read
             keep_failure(run, source.student, error.what());
             return answer(Kind::failed, error.what());
           }
         },
         kReaderBytes, kJudgeSeconds});
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
      return report({job.title, Kind(done.answer->front() - '0'), done.answer->substr(1)});
    }
    const std::string why = "the process that graded it " + done.failure;
    keep_failure(run, job.title, why);
    report({job.title, Kind::failed, why});
  };
  run_in_processes(jobs, at_once, began, ended);
}

}  // namespace gemmlab
