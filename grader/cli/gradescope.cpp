// gemmlab gradescope: writes the archive that Gradescope is given, and there grades a submission.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "grader/batch/class_run.h"
#include "grader/batch/gradescope/autograder.h"
#include "grader/batch/gradescope/results_json.h"
#include "grader/batch/policy.h"
#include "grader/cli/commands.h"
#include "grader/cli/course.h"
#include "grader/cli/grading.h"
#include "grader/cli/progress_line.h"
#include "grader/judge/compile_scratch.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStudent = "submission";  // Gradescope alone knows whose it is

CoursePolicy policy_of(const Context& context, const std::string& file) {
  try {
    return file.empty() ? default_policy(context.labs) : read_policy(file, context.labs);
  } catch (const PolicyError& error) {
    throw UsageError(error.what());
  }
}

std::vector<Lab> assigned_labs(const Context& context,
                               const GradescopeOptions& options,
                               const CoursePolicy& policy) {
  std::vector<Lab> labs;
  for (const std::string& word : options.labs) {
    labs.push_back(lab_meant(context, word));
  }
  for (const Lab& lab : context.labs) {
    if (options.labs.empty() && policy.labs.contains(lab.id)) {
      labs.push_back(lab);
    }
  }
  return labs;
}

int write_archive(Context& context, const GradescopeOptions& options) {
  require_solutions(context, "gradescope --out");
  const CoursePolicy policy = policy_of(context, options.course);  // its mistakes are told here
  AutograderJob job;
  job.from = context.paths;
  job.labs = context.labs;
  job.course = options.course;
  for (const Lab& lab : assigned_labs(context, options, policy)) {
    job.assigned.push_back(lab.id);
  }
  ProgressLine line(context.err, context.error_terminal);
  job.progress = [&](const std::string& what) { line.show(what); };
  write_autograder(job, fs::absolute(options.out));
  line.clear();
  context.out << fmt::format(
      "{} is an autograder: upload it to Gradescope with a plain Ubuntu 22.04 image. There is no "
      "GPU, so that speed is graded in lab 01 alone.\n",
      options.out);
  return kDone;
}

// What Gradescope shows of the submission; of our own failures, too.
std::string results_of(Context& context, const GradescopeOptions& options) try {
  const CoursePolicy policy = policy_of(context, options.course);
  const ScratchFolder scratch(fs::temp_directory_path());
  ClassRun run;
  run.out = scratch.path();
  run.sources = {{kStudent, fs::absolute(options.grade), "", {}}};
  run.labs = assigned_labs(context, options, policy);
  for (const Lab& lab : run.labs) {
    run.wanted.insert(lab.id);
  }
  run.blank = empty_result(context, "sim", 1, true);
  run.options.backend = "sim";
  run.headers = {policy.headers.begin(), policy.headers.end()};
  run.symbols = {policy.symbols.begin(), policy.symbols.end()};
  run.may_be_weak = true;  // containers have no namespaces to give
  run_class(run, context.judge, [](const Told&) {});
  const auto record = kept_record(run.out, kStudent);
  return record ? gradescope_results(*record, policy.show)
                : gradescope_failure("the submission's result is not there");
} catch (const Interrupted&) {
  throw;
} catch (const std::exception& error) {
  return gradescope_failure(error.what());
}

}  // namespace

int gradescope(Context& context, const Options& all_options) {
  const GradescopeOptions& options = all_options.gradescope;
  if (options.out.empty() && (options.grade.empty() || options.results.empty())) {
    throw UsageError("gradescope takes --out F.zip: the archive to write.");
  }
  if (!options.out.empty()) {
    return write_archive(context, options);
  }
  write_atomically(options.results, results_of(context, options));
  return kDone;
}

}  // namespace gemmlab
