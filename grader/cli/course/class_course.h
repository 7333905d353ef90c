// Shared by the instructor's commands: a course's rules and labs, and how they grade a class.
#pragma once

#include <fmt/format.h>

#include "grader/batch/class_run.h"
#include "grader/batch/rules/policy.h"
#include "grader/cli/context.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/grading.h"
#include "grader/compile/compile.h"

namespace gemmlab {

// The rules in that course.toml; without a file ("") the default rules. Throws UsageError with
// file, line and key.
inline CoursePolicy course_policy(const Context& context, const fs::path& file) {
  try {
    return file.empty() ? default_policy(context.labs) : read_policy(file, context.labs);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

// The course's labs named by `words`; all labs if there are no words. Throws UsageError for a word
// that names no lab of the course.
inline std::vector<Lab> labs_of_course(const Context& context, const CoursePolicy& policy,
                                       const std::vector<std::string>& words = {}) {
  std::vector<Lab> labs;
  for (const Lab* lab : labs_meant(context, words)) {
    if (policy.labs.contains(lab->id)) {
      labs.push_back(*lab);
    } else if (!words.empty()) {
      throw UsageError(
          fmt::format("--labs: the course has no lab {}: course.toml does not list it.", lab->id));
    }
  }
  return labs;
}

inline std::set<std::string> ids_of(const std::vector<Lab>& labs) {
  std::set<std::string> ids;
  std::ranges::transform(labs, std::inserter(ids, ids.end()), &Lab::id);
  return ids;
}

// A run with no submissions yet, under the course's rules, that requires all of `labs`.
inline ClassRun class_run(const Context& context, const CoursePolicy& policy, std::vector<Lab> labs,
                          BackendChoice backend, std::uint64_t seed) {
  const bool any_kernel =
      std::ranges::any_of(labs, [](const Lab& lab) { return lab.file.ends_with(".cu"); });
  ClassRun run;
  run.wanted = ids_of(labs);
  run.labs = std::move(labs);
  std::map<std::string, std::string> skeletons;
  for (const Lab& lab : context.labs) {
    skeletons[lab.id] = handed_out_skeleton(context.paths, lab);
  }
  run.finder = LabFinder(context.labs, skeletons);
  run.blank = empty_result(context, backend, seed, any_kernel);
  run.options.backend = backend;
  run.options.seed = seed;
  run.best_counts = policy.late.count == CountedAttempt::best;
  run.symbols = {policy.symbols.begin(), policy.symbols.end()};
  run.headers = {policy.headers.begin(), policy.headers.end()};
  return run;
}

}  // namespace gemmlab
