#include "grader/batch/grade_submission.h"

#include <chrono>
#include <fstream>
#include <system_error>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// What a lab without a file gets: no points, and the reason.
LabResult without_file(const Lab& lab, const std::string& why) {
  LabResult result;
  result.id = lab.id;
  result.slug = lab.slug();
  result.title = lab.title;
  Check check;
  check.name = "file";
  check.status = Status::failed;
  check.verdict = Verdict::not_started;
  check.max_points = result.max_score;
  check.message = why;
  result.checks = {check};
  result.verdict = Verdict::not_started;
  return result;
}

void write_source(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) {
    throw std::system_error(ENOSPC, std::generic_category(), file.string());
  }
}

LabResult judged(const Submission& submission,
                 const Lab& lab,
                 const JudgeOptions& options,
                 const JudgeLab& judge) {
  const auto file = submission.files.find(lab.id);
  if (file == submission.files.end()) {
    return without_file(lab, submission.problem.empty()
                                 ? "nothing was handed in for this lab: there is no " + lab.path().string()
                                 : "nothing was taken: " + submission.problem);
  }
  write_source(lab.path(), file->second.text);
  return judge(lab, lab.path(), options);
}

}  // namespace

Record grade_submission(const Submission& submission,
                        const std::vector<Lab>& labs,
                        const JudgeOptions& options,
                        const JudgeLab& judge) {
  const auto start = std::chrono::steady_clock::now();
  const Sandbox& sandbox = options.enclosure->sandbox;
  Record record;
  record.student = submission.student;
  record.submission_sha256 = submission.sha256;
  record.problem = submission.problem;
  record.left_out = submission.left_out;
  record.sandbox = sandbox.level();
  for (const auto& [lab, file] : submission.files) {
    record.submitted_at[lab] = file.submitted_at;
  }
  const fs::path cell = sandbox.folder() / "submission";
  try {
    fs::remove_all(cell);
    fs::create_directories(cell);
    fs::current_path(cell);
    for (const Lab& lab : labs) {
      record.result.labs.push_back(judged(submission, lab, options, judge));
      const LabResult& result = record.result.labs.back();
      if (result.infrastructure && record.infrastructure.empty()) {
        record.infrastructure =
            "lab " + lab.id + ": " + (result.checks.empty() ? "" : result.checks.front().message);
      }
    }
  } catch (const std::system_error& error) {
    record.infrastructure = error.what();
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return record;
}

}  // namespace gemmlab
