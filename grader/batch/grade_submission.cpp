#include <fmt/format.h>

#include "grader/batch/class_run.h"
#include "grader/core/score.h"
#include "grader/machine/paths.h"
#include "grader/process/program.h"
#include "grader/report/json.h"
#include "grader/report/json_read.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

constexpr std::uint64_t kJudgeBytes = 1024 * kMiB;  // without its workers and compilers
constexpr std::size_t kLabResultBytes = 4 * kMiB;

// The headers and functions that the course allows, as one text.
std::string allowed(const ClassRun& run) {
  return fmt::format("headers: {}; symbols: {}", fmt::join(run.headers, " "),
                     fmt::join(run.symbols, " "));
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

// Whether the lab requires what it did when that was judged.
bool is_of_today(const std::optional<Record>& known, const Lab& lab) {
  return known && known->labs.contains(lab.id) && known->labs.at(lab.id) == sum_of(lab);
}

bool has_no_file(const LabResult& lab, const std::string& why) {
  const auto fact = lab.checks.empty() ? std::nullopt : lab.checks[0].fact;
  const auto* const no_file = fact ? std::get_if<NoFile>(&*fact) : nullptr;
  return no_file != nullptr && no_file->text == why;
}

// A lab's known result, if judging the submission's file again would give the same; else null.
const LabResult* known_result(const std::optional<Record>& known, const Lab& lab,
                              const Submission& submission) {
  const LabResult* result = is_of_today(known, lab) ? result_of(*known, lab.id) : nullptr;
  if (result == nullptr || result->infrastructure) {
    return nullptr;
  }
  const auto file = submission.files.find(lab.id);
  const bool holds = file == submission.files.end()
                         ? has_no_file(*result, why_no_file(submission, lab))
                         : result->source_sha256 == sha256(file->second.text);
  return holds ? result : nullptr;
}

// Judges it in a process of its own: if that process dies, only this lab has no result. Adds the
// result as JSON, which has more than we read, to `whole`.
LabResult judged(const Submission& submission, const Lab& lab, const JudgeOptions& options,
                 const JudgeLab& judge, std::map<std::string, Json>& whole) {
  whole.erase(lab.id);
  const auto file = submission.files.find(lab.id);
  if (file == submission.files.end()) {
    const NoFile why{why_no_file(submission, lab)};
    return unjudged(lab, is_undecided(submission.left_out, lab.id)
                             ? refused(why)
                             : failed({Verdict::not_started, why}));
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
      run_in_processes({{lab.id, run, kJudgeBytes, kGradingSeconds, kLabResultBytes}}, 1)[0];
  try {
    if (done.answer) {
      const LabResult result = result_from_json(*done.answer).labs.at(0);
      whole[lab.id] = Json::parse(*done.answer).at("labs").at(0);
      return result;
    }
  } catch (const std::exception& error) {
    done.failure = fmt::format("gave a result that cannot be read: {}", error.what());
  }
  options.enclosure->sandbox.signal_all(SIGKILL);  // what it left behind
  return unjudged(lab, not_graded(Reason::machine, "the process that graded it " + done.failure));
}

// The known result of an earlier attempt with that file; null if there is none.
const EarlierAttempt* known_attempt(const std::optional<Record>& known, const Lab& lab,
                                    const std::string& sha256) {
  if (!is_of_today(known, lab)) {
    return nullptr;
  }
  const auto found = std::ranges::find_if(known->earlier, [&](const EarlierAttempt& each) {
    return each.lab == lab.id && each.source_sha256 == sha256 && each.points;
  });
  return found == known->earlier.end() ? nullptr : &*found;
}

const std::vector<TakenFile>& earlier_files(const Submission& submission, const std::string& lab) {
  static const std::vector<TakenFile> none;
  const auto found = submission.earlier.find(lab);
  return found == submission.earlier.end() ? none : found->second;
}

EarlierAttempt attempt_with(const TakenFile& file, const Lab& lab,
                            const std::optional<Record>& known, const JudgeOptions& options,
                            const JudgeLab& judge) {
  EarlierAttempt attempt{lab.id, sha256(file.text), file.submitted_at, file.is_late};
  if (const EarlierAttempt* before = known_attempt(known, lab, attempt.source_sha256)) {
    std::tie(attempt.points, attempt.verdict) = std::tie(before->points, before->verdict);
    return attempt;
  }
  Submission alone;
  alone.files[lab.id] = file;
  Record apart;
  const LabResult result = judged(alone, lab, options, judge, apart.whole);
  if (!result.infrastructure && result.max_score > 0) {
    attempt.points = 100.0 * result.score / result.max_score;
    attempt.verdict = result.verdict;
  }
  return attempt;
}

}  // namespace

bool is_judged(const std::optional<Record>& known, const Lab& lab, const Submission& submission,
               const ClassRun& run) {
  return known_result(known, lab, submission) &&
         (!run.best_counts ||
          std::ranges::all_of(earlier_files(submission, lab.id), [&](const TakenFile& file) {
            return known_attempt(known, lab, sha256(file.text));
          }));
}

bool is_alike(const Record& record, const ClassRun& run, const SandboxLevel& level) {
  const Result& result = record.result;
  return record.infrastructure.empty() && record.sandbox.name == level.name &&
         record.allowed == allowed(run) &&
         record.secret_sha256 == sha256(run.options.course_secret) &&
         result.tool_version == run.blank.tool_version && result.seed == run.blank.seed &&
         result.backend == run.blank.backend;
}

void describe(const Submission& submission, Record& record) {
  record.student = submission.student;
  record.submission_sha256 = submission.sha256;
  record.problem = submission.problem;
  record.left_out = submission.left_out;
  record.is_handed_in = submission.is_handed_in;
  record.submitted_at = record.paths = record.guesses = record.sources = {};
  record.late = {};
  for (EarlierAttempt& attempt : record.earlier) {
    for (const TakenFile& file : earlier_files(submission, attempt.lab)) {
      if (sha256(file.text) == attempt.source_sha256) {
        std::tie(attempt.submitted_at, attempt.is_late) = std::tie(file.submitted_at, file.is_late);
      }
    }
  }
  for (const auto& [lab, file] : submission.files) {
    record.sources[lab] = kept_source(file.text);
    record.paths[lab] = file.path;
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

Record grade_submission(const Submission& submission, const ClassRun& run,
                        const std::optional<Record>& known, const JudgeOptions& options,
                        const JudgeLab& judge) {
  const auto start = std::chrono::steady_clock::now();
  const Sandbox& sandbox = options.enclosure->sandbox;
  Record record;
  record.whole = known ? known->whole : record.whole;
  describe(submission, record);
  record.sandbox = sandbox.level();
  record.allowed = allowed(run);
  record.secret_sha256 = sha256(run.options.course_secret);
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
            before != nullptr ? *before : judged(submission, lab, options, judge, record.whole));
        record.labs[lab.id] = sum_of(lab);
      }
      for (const TakenFile& file : earlier_files(submission, lab.id)) {
        if (run.best_counts && run.wanted.contains(lab.id)) {
          record.earlier.push_back(attempt_with(file, lab, known, options, judge));
        }
      }
    }
  } catch (const std::runtime_error& error) {
    record.infrastructure = error.what();
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return record;
}

}  // namespace gemmlab
