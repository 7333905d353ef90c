#include "grader/cli/course/handout.h"

#include <fmt/ranges.h>

#include "grader/batch/course_secret.h"
#include "grader/batch/handout/handout.h"
#include "grader/cli/course/class_course.h"
#include "grader/cli/exit_code.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"
#include "grader/process/interrupt.h"

namespace gemmlab {
namespace {

constexpr const char* kStudent = "submission";  // only Gradescope knows the student

fs::path program_for_gradescope(const Context& context, const char* name) {
  return context.paths.root / "grader" / "batch" / "gradescope" / name;
}

int write_archive(Context& context, const GradescopeOptions& options) {
  require_solutions(context, "gradescope --out");
  const CoursePolicy policy = course_policy(context, options.course);  // reports its errors now
  const std::set<std::string> assigned = ids_of(labs_of_course(context, policy, options.labs));
  const ScratchFolder scratch(context.paths.build / "gradescope");
  const fs::path tree = scratch.path() / "gemmlab";
  ProgressLine line(context);
  const std::vector<std::string> lacking =
      write_handout({context.paths, context.labs, Audience::autograder, std::ref(line)}, tree);
  line.clear();
  if (!lacking.empty()) {
    throw std::runtime_error("the autograder would be incomplete: " + lacking.front());
  }
  said_by_python({program_for_gradescope(context, "archive.py"), tree,
                  fmt::format("{}", fmt::join(assigned, ",")), options.course,
                  fs::absolute(options.out)});
  context.out << fmt::format(
      "{} is an autograder: upload it to Gradescope with a plain Ubuntu 22.04 image. It has no "
      "GPU, so speed is graded only in lab 01.\n",
      options.out);
  return kDone;
}

// Writes what Gradescope shows of the submission: its result, or what failed on our side.
int write_results(Context& context, const GradescopeOptions& options) {
  const ScratchFolder scratch(fs::temp_directory_path());
  ShowRule show;
  std::string failure;
  try {
    const CoursePolicy policy = course_policy(context, options.course);
    show = policy.show;
    ClassRun run = class_run(context, policy, labs_of_course(context, policy, options.labs),
                             BackendChoice::sim, 1);
    run.out = scratch.path();
    if (!options.secret.empty()) {
      run.options.course_secret = read_course_secret(options.secret);
    }
    run.sources = {{kStudent, {{.path = fs::absolute(options.grade)}}}};
    run.may_be_weak = true;  // containers cannot create namespaces
    run_class(run, context.judge, [&](const SubmissionEvent& event) {
      failure = event.kind == SubmissionEvent::Kind::failed ? event.summary : "";
    });
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::vector<std::string> said = said_by_python(
      {program_for_gradescope(context, "results.py"), options.results,
       record_file(scratch.path(), kStudent), printable(failure), std::string(name(show.values)),
       std::string(name(show.evidence)), std::string(name(show.speed))});
  for (const std::string& line : said) {
    context.out << line << '\n';  // only if the file to write is /dev/stdout
  }
  return kDone;
}

}  // namespace

int gradescope(Context& context, const GradescopeOptions& options) {
  if (!options.out.empty()) {
    return write_archive(context, options);
  }
  if (options.grade.empty() || options.results.empty()) {
    throw UsageError("gradescope needs --out F.zip, the archive to write.");
  }
  return write_results(context, options);
}

// Goes on as the program that looks for what students must not see.
[[noreturn]] void check(Context& context, const fs::path& folder) {
  const fs::path& root = context.paths.root;
  std::vector<std::string> words{root / "grader" / "batch" / "handout" / "check.py", root, folder};
  std::ranges::transform(context.labs, std::back_inserter(words), &Lab::path);
  context.out << std::flush;
  become_python(std::move(words));
}

int handout(Context& context, const HandoutOptions& options) {
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
