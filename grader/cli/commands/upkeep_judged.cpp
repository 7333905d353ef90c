// The parts of gemmlab upkeep that need the judge.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "grader/cli/commands/upkeep_parts.h"
#include "grader/compile/compile_process.h"
#include "grader/compile/toolchain.h"
#include "grader/core/source/source_text.h"
#include "grader/core/spec.h"
#include "grader/process/program.h"
#include "grader/upkeep/corpus.h"
#include "grader/upkeep/judged.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

bool has_spec(const Lab& lab) {
  const auto& specs = registered_specs();
  return std::any_of(specs.begin(), specs.end(),
                     [&](const Spec* spec) { return spec->lab == lab.slug(); });
}

// What nvcc says of `source`, by the script that tests the solutions: nothing where there is none.
Problems compiled_by_nvcc(const Context& context,
                          const Lab& lab,
                          const fs::path& source,
                          const std::vector<std::string>& flags) {
  if (source.extension() != ".cu") {
    return {};
  }
  const fs::path script = context.paths.root / "grader" / "compile" / "nvcc_test.sh";
  std::vector<std::string> command{"sh", script.string(), source.string()};
  command.insert(command.end(), flags.begin(), flags.end());
  std::string said;
  const int code = run_program(command, [&](const std::string& line) { said += "\n  " + line; });
  if (code == 0 || code == kSkipped) {
    return {};
  }
  return {{Course::solution(lab), "nvcc takes it and its skeleton without a warning, but:" + said,
           "mend it there; a skeleton is derived from its solution"}};
}

std::string no_nvcc() {
  return toolchain().nvcc ? "" : "nvcc is not here, so the host's compiler is asked alone";
}

Problems joined(Problems all, const Problems& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// The lab's skeleton, derived anew: the file in labs/ is the student's.
Problems judge_derived_skeleton(const Context& context, const Course& course, const Lab& lab) {
  std::string text;
  try {
    text = skeleton_of(course.text(Course::solution(lab)));
  } catch (const std::runtime_error&) {
    return {};  // check_skeletons says so
  }
  const ScratchFolder folder(fs::temp_directory_path());
  const fs::path file = folder.path() / lab.file;
  std::ofstream(file, std::ios::binary) << text;
  // What its gaps will use, a skeleton only declares: nvcc's warning 177.
  return joined(judge_skeleton(lab, file, context.judge),
                compiled_by_nvcc(context, lab, file, {"-diag-suppress", "177"}));
}

// A job, if the lab has what the judge needs.
void add(const Course& course,
         const Lab& lab,
         const std::string& what,
         const std::function<Problems()>& run,
         Part& part) {
  if (course.has(Course::solution(lab)) && has_spec(lab)) {
    part.jobs.push_back({"judging " + what, [run] { return as_text(run()); }});
  }
}

}  // namespace

Part skeletons(const Context& context, const Course& course, const std::vector<Lab>& labs) {
  Part part{{}, no_nvcc()};
  for (const Lab& lab : labs) {
    add(
        course, lab, "the skeleton of " + lab.slug(),
        [&, lab] { return judge_derived_skeleton(context, course, lab); }, part);
  }
  return part;
}

Part solutions(const Context& context, const Course& course, const std::vector<Lab>& labs) {
  Part part{{}, no_nvcc()};
  for (const Lab& lab : labs) {
    const fs::path file = course.root / Course::solution(lab);
    add(
        course, lab, Course::solution(lab).string(),
        [&, file, lab] {
          return joined(judge_solution(lab, file, context.judge),
                        compiled_by_nvcc(context, lab, file, {}));
        },
        part);
  }
  return part;
}

Part mutants(const Context& context, const Course& course, const std::vector<Lab>& labs) {
  Part part;
  for (const Lab& lab : labs) {
    for (const fs::path& file : mutants_of(lab)) {
      add(
          course, lab, file.lexically_relative(course.root).string(),
          [&, file, lab] { return judge_mutant(lab, file, Backend::sim, context.judge); }, part);
    }
  }
  return part;
}

Problems unregistered(const Course& course, const std::vector<Lab>& labs) {
  Problems problems;
  for (const Lab& lab : labs) {
    if (course.has(Course::spec(lab)) && !has_spec(lab)) {
      problems.push_back({Course::spec(lab),
                          fmt::format("it holds the Spec of {}, but none is for it", lab.slug()),
                          fmt::format("write .lab = \"{}\" and register it", lab.slug())});
    }
  }
  return problems;
}

}  // namespace gemmlab
