// gemmlab handout: writes the tree for a class. gemmlab gradescope: writes the archive for
// Gradescope, and grades a submission there.

#include "grader/batch/gradescope/gradescope.h"
#include "grader/cli/course/class_course.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

constexpr const char* kStudent = "submission";  // only Gradescope knows the student

int write_archive(Context& context, const Options& options) {
  require_solutions(context, "gradescope --out");
  const CoursePolicy policy = course_policy(context, options.course);  // reports its errors now
  const std::set<std::string> assigned = ids_of(labs_of_course(context, policy, options.labs));
  ProgressLine line(context);
  write_autograder({context.paths, context.labs, Audience::autograder, std::ref(line)}, assigned,
                   options.course, fs::absolute(options.out));
  line.clear();
  context.out << fmt::format(
      "{} is an autograder: upload it to Gradescope with a plain Ubuntu 22.04 image. It has no "
      "GPU, so speed is graded only in lab 01.\n",
      options.out);
  return kDone;
}

// The results that Gradescope shows for the submission, including our own failures.
std::string results_of(Context& context, const Options& options) try {
  const CoursePolicy policy = course_policy(context, options.course);
  const ScratchFolder scratch(fs::temp_directory_path());
  ClassRun run = class_run(context, policy, labs_of_course(context, policy, options.labs),
                           BackendChoice::sim, 1);
  run.out = scratch.path();
  run.sources = {{kStudent, {{.path = fs::absolute(options.grade)}}}};
  run.may_be_weak = true;  // containers cannot create namespaces
  run_class(run, context.judge, [](const SubmissionEvent&) {});
  const auto record = kept_record(run.out, kStudent);
  return record ? gradescope_results(*record, policy.show)
                : gradescope_failure("cannot find the submission's result");
} catch (const Interrupted&) {
  throw;
} catch (const std::exception& error) {
  return gradescope_failure(error.what());
}

}  // namespace

int gradescope(Context& context, const Options& options) {
  if (options.out.empty() && (options.grade.empty() || options.results.empty())) {
    throw UsageError("gradescope needs --out F.zip, the archive to write.");
  }
  if (!options.out.empty()) {
    return write_archive(context, options);
  }
  write_atomically(options.results, results_of(context, options));
  return kDone;
}

// Goes on as the program that looks for what students must not see.
[[noreturn]] void check(Context& context, const fs::path& folder) {
  const fs::path& root = context.paths.root;
  std::vector<std::string> words{root / "grader" / "batch" / "handout" / "check.py", root, folder};
  std::ranges::transform(context.labs, std::back_inserter(words), &Lab::path);
  context.out << std::flush;
  become_python(std::move(words));
}

int handout(Context& context, const Options& options) {
  const fs::path folder = options.out;
  if (options.check) {
    check(context, folder);
  }
  if (const std::string why = objection_to_folder(folder, context.paths); !why.empty()) {
    throw UsageError(why + ".");
  }
  ProgressLine line(context);
  const std::vector<std::string> lacking = write_handout({.from = context.paths,
                                                          .labs = context.labs,
                                                          .progress = std::ref(line),
                                                          .with_binaries = options.with_binaries},
                                                         folder);
  line.clear();
  context.out << fmt::format(
      "{} is ready for your class: labs, lectures and the grader, without the solutions.\n",
      folder.string());
  for (const std::string& each : lacking) {
    context.say("Something is missing: " + each + ".");
  }
  check(context, folder);
}

}  // namespace gemmlab
