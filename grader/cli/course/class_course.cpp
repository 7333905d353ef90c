#include "grader/cli/course/class_course.h"

#include <fmt/format.h>

#include "grader/cli/grading.h"

namespace gemmlab {

CoursePolicy course_policy(const Context& context, const std::filesystem::path& file) {
  try {
    return file.empty() ? default_policy(context.labs) : read_policy(file, context.labs);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

std::vector<Lab> labs_of_course(const Context& context, const CoursePolicy& policy,
                                const std::vector<std::string>& words) {
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

std::set<std::string> ids_of(const std::vector<Lab>& labs) {
  std::set<std::string> ids;
  std::ranges::transform(labs, std::inserter(ids, ids.end()), &Lab::id);
  return ids;
}

ClassRun class_run(const Context& context, const CoursePolicy& policy, std::vector<Lab> labs,
                   BackendChoice backend, std::uint64_t seed) {
  const bool any_kernel =
      std::ranges::any_of(labs, [](const Lab& lab) { return lab.file.ends_with(".cu"); });
  ClassRun run;
  run.wanted = ids_of(labs);
  run.labs = std::move(labs);
  run.blank = empty_result(context, backend, seed, any_kernel);
  run.options.backend = backend;
  run.options.seed = seed;
  run.symbols = {policy.symbols.begin(), policy.symbols.end()};
  run.headers = {policy.headers.begin(), policy.headers.end()};
  return run;
}

}  // namespace gemmlab
