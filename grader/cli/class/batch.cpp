// gemmlab batch: grades a whole class, and writes its tables.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <ostream>

#include "grader/batch/class_files.h"
#include "grader/batch/class_run.h"
#include "grader/batch/policy.h"
#include "grader/cli/class/class_course.h"
#include "grader/cli/class/class_progress.h"
#include "grader/cli/class/out_lock.h"
#include "grader/cli/commands.h"
#include "grader/cli/machine.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

SubmissionList submissions_in(const Context& context, const BatchOptions& options) {
  if (!fs::is_directory(options.folder)) {
    throw UsageError(
        fmt::format("{} is not a folder. batch takes one that holds a folder or archive for each "
                    "student.",
                    options.folder));
  }
  try {
    return list_submissions(options.folder, context.labs);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

// Those that this run is to see to.
std::vector<SubmissionSource> chosen(const SubmissionList& list, const BatchOptions& options) {
  std::vector<SubmissionSource> sources;
  for (std::size_t i = 0; i < list.sources.size(); ++i) {
    const bool is_named = options.only.empty() || list.sources[i].student == options.only;
    if (is_named && int(i % std::size_t(options.shards)) == options.shard - 1) {
      sources.push_back(list.sources[i]);
    }
  }
  if (sources.empty() && !options.only.empty()) {
    throw UsageError(fmt::format("There is no student '{}' in {}{}.", options.only, options.folder,
                                 options.shards > 1 ? ", or not in this shard" : ""));
  }
  return sources;
}

// Of all submissions, whoever graded them.
std::vector<Record> records_of(const SubmissionList& list, const fs::path& out) {
  std::vector<Record> records;
  for (const SubmissionSource& source : list.sources) {
    if (auto record = kept_record(out, source.student)) {
      records.push_back(std::move(*record));
    }
  }
  return records;
}

// Those that anything is known of.
std::vector<Lab> labs_in(const std::vector<Record>& records, const std::vector<Lab>& course) {
  std::vector<Lab> labs;
  for (const Lab& lab : course) {
    const bool is_known = std::any_of(records.begin(), records.end(), [&](const Record& record) {
      const auto& results = record.result.labs;
      return std::any_of(results.begin(), results.end(),
                         [&](const LabResult& result) { return result.id == lab.id; });
    });
    if (is_known) {
      labs.push_back(lab);
    }
  }
  return labs.empty() ? course : labs;
}

CoursePolicy policy_of(const Context& context, const BatchOptions& options) {
  const fs::path beside = fs::path(options.folder) / "course.toml";
  return course_policy(
      context, options.course.empty() && fs::exists(beside) ? beside : fs::path(options.course));
}

// What is to be done; all mistakes of the command line are told here.
ClassRun run_of(const Context& context,
                const SubmissionList& list,
                const CoursePolicy& policy,
                const BatchOptions& options) {
  ClassRun run =
      class_run(context, policy, labs_of_course(context, policy), options.backend, options.seed);
  run.wanted = ids_of(labs_of_course(context, policy, options.labs));
  run.out = fs::absolute(options.out);
  run.sources = chosen(list, options);
  run.options.patience = std::chrono::hours(24);  // for its turn each comes to
  run.may_be_weak = options.sandbox == "weak";
  run.at_once = options.jobs > 0 ? options.jobs : usable_cores();
  if (!options.canvas.empty() && !fs::is_regular_file(options.canvas)) {
    throw UsageError(fmt::format("--canvas: there is no file {}.", options.canvas));
  }
  if (run.sources.empty()) {
    throw UsageError(fmt::format("{} holds no folder and no archive to grade.", options.folder));
  }
  for (SubmissionSource& source : run.sources) {
    source.path = fs::absolute(source.path);
  }
  return run;
}

void grade(Context& context, const ClassRun& run, ClassProgress& progress) {
  try {
    run_class(run, context.judge, std::ref(progress));
  } catch (const Interrupted&) {
    progress.clear();
    context.err << "gemmlab: stopped. What was graded is kept; the same command goes on.\n";
    throw;
  }
  progress.clear();
}

// Over all submissions, whoever graded them. Returns what to tell of them.
std::vector<std::string> write_tables(const ClassRun& run,
                                      const SubmissionList& list,
                                      const CoursePolicy& policy,
                                      const BatchOptions& options) {
  const OutLock tables(run.out / ".lock-tables", true);
  const std::vector<Record> records = records_of(list, run.out);
  return write_class_files(run.out, records, policy, labs_in(records, run.labs),
                           {options.canvas, options.canvas_column});
}

}  // namespace

int batch(Context& context, const Options& all_options) {
  const BatchOptions& options = all_options.batch;
  const SubmissionList list = submissions_in(context, options);
  const CoursePolicy policy = policy_of(context, options);
  const ClassRun run = run_of(context, list, policy, options);
  fs::create_directories(run.out);
  const OutLock lock(run.out / fmt::format(".lock-{}-of-{}", options.shard, options.shards), false);
  if (!lock.is_held()) {
    throw UsageError(fmt::format("Another gemmlab is grading into {}.", options.out));
  }
  for (const std::string& note : list.notes) {
    context.err << wrap("gemmlab: " + note, context.error_terminal.width, 2);
  }
  ClassProgress progress(context, run.sources.size());
  grade(context, run, progress);
  const std::vector<std::string> notes = write_tables(run, list, policy, options);
  const int width = context.terminal.width;
  context.out << wrap(progress.in_all(options.out), width, 0)
              << wrap(fmt::format("Grades: {0}/grades.csv; who needs a look: {0}/class.html",
                                  options.out),
                      width, 2);
  for (const std::string& note : notes) {
    context.out << wrap(note, width, 2);
  }
  return progress.failed() > 0 ? kInfrastructure : kDone;
}

}  // namespace gemmlab
