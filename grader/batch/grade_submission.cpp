#include "grader/batch/grade_submission.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "grader/core/sha256.h"
#include "grader/report/words/check_words.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// What a lab without a file gets: no points, and the reason.
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

LabResult judged(const Submission& submission,
                 const Lab& lab,
                 const JudgeOptions& options,
                 const JudgeLab& judge) {
  const auto file = submission.files.find(lab.id);
  if (file == submission.files.end()) {
    return without_file(
        lab, submission.problem.empty()
                 ? "nothing was handed in for this lab: there is no " + lab.path().string()
                 : "nothing was taken: " + submission.problem);
  }
  fs::create_directories(lab.path().parent_path());
  write_atomically(lab.path(), file->second.text);
  return judge(lab, lab.path(), options);
}

Record empty_record(const Submission& submission, const SandboxLevel& level) {
  Record record;
  record.student = submission.student;
  record.submission_sha256 = submission.sha256;
  record.problem = submission.problem;
  record.left_out = submission.left_out;
  record.sandbox = level;
  for (const auto& [lab, file] : submission.files) {
    record.submitted_at[lab] = file.submitted_at;
  }
  return record;
}

const LabResult* known_result(const Record* known, const Lab& lab, const Submission& submission) {
  if (known == nullptr) {
    return nullptr;
  }
  for (const LabResult& result : known->result.labs) {
    if (result.id == lab.id && holds(result, *known, submission)) {
      return &result;
    }
  }
  return nullptr;
}

void note_failure_of_ours(Record& record, const LabResult& result) {
  if (!result.infrastructure || !record.infrastructure.empty()) {
    return;
  }
  const auto why = std::find_if(result.checks.begin(), result.checks.end(),
                                [](const Check& check) { return !message(check).empty(); });
  record.infrastructure =
      "lab " + result.id + ": " + (why == result.checks.end() ? "" : message(*why));
}

}  // namespace

bool holds(const LabResult& known, const Record& record, const Submission& submission) {
  if (known.infrastructure) {
    return false;
  }
  const auto file = submission.files.find(known.id);
  return file == submission.files.end()
             ? known.source_sha256.empty() && record.problem == submission.problem
             : known.source_sha256 == sha256(file->second.text);
}

Record grade_submission(const Submission& submission,
                        const std::vector<Lab>& labs,
                        const std::set<std::string>& wanted,
                        const Record* known,
                        const JudgeOptions& options,
                        const JudgeLab& judge) {
  const auto start = std::chrono::steady_clock::now();
  const Sandbox& sandbox = options.enclosure->sandbox;
  Record record = empty_record(submission, sandbox.level());
  const fs::path cell = sandbox.folder() / "submission";
  try {
    fs::remove_all(cell);
    fs::create_directories(cell);
    fs::current_path(cell);
    for (const Lab& lab : labs) {
      if (const LabResult* before = known_result(known, lab, submission)) {
        record.result.labs.push_back(*before);
      } else if (wanted.count(lab.id) != 0) {
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

}  // namespace gemmlab
