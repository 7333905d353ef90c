#include "grader/cli/course/upkeep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "grader/compile/compile_process.h"
#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"
#include "grader/core/spec.h"
#include "grader/process/program.h"
#include "grader/upkeep/judged.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kClangFormat = "14";  // other versions break lines differently
constexpr std::size_t kAtOnce = 100;        // files per clang-format process

bool is_formatted_as_ours() {
  static const Pattern version(R"(version (\d+))");
  std::string said;
  run_program({"clang-format", "--version"}, [&](const std::string& line) { said += line; });
  const auto match = version.first_in(said);
  return match && (*match)[1] == kClangFormat;
}

Problems unformatted(const fs::path& root, const std::vector<fs::path>& files) {
  std::vector<std::string> command{"clang-format", "--dry-run", "-Werror"};
  for (const fs::path& file : files) {
    command.push_back((root / file).string());
  }
  static const Pattern place(R"((.*):(\d+):\d+: error: .*)");
  std::set<fs::path> seen;
  Problems problems;
  run_program(command, [&](const std::string& line) {
    if (const auto match = place.match(line); match && seen.insert((*match)[1]).second) {
      const fs::path file = fs::path((*match)[1]).lexically_relative(root);
      problems.push_back(problem(file, "unformatted", (*match)[2], file.string()));
    }
  });
  return problems;
}

bool has_spec(const Lab& lab) {
  return std::ranges::any_of(registered_specs(),
                             [&](const Spec* spec) { return spec->lab == lab.slug(); });
}

// The lab's skeleton, newly derived: the file in labs/ belongs to the student.
Problems judge_derived_skeleton(const Context& context, const Course& course, const Lab& lab) {
  std::string text;
  try {
    text = skeleton_of(course.text(Course::solution(lab)));
  } catch (const std::runtime_error&) {
    return {};  // check_skeletons reports it
  }
  const ScratchFolder folder(fs::temp_directory_path());
  const fs::path file = folder.path() / lab.file;
  std::ofstream(file, std::ios::binary) << text;
  return judge_skeleton(lab, file, context.judge);
}

// Whether the lab has everything that the judge needs.
bool can_be_judged(const Course& course, const Lab& lab) {
  return course.has(Course::solution(lab)) && has_spec(lab);
}

}  // namespace

Part formatting(const Scope& scope) {
  if (!is_formatted_as_ours()) {
    return {{}, fmt::format("clang-format {} is not installed here", kClangFormat)};
  }
  std::vector<fs::path> files = scope.course.files({".cpp", ".h", ".cu"});
  std::erase_if(files, [&](const fs::path& file) {
    return !scope.is_whole && std::ranges::none_of(scope.labs, [&](const Lab& lab) {
      return file.string().find("/" + lab.slug()) != std::string::npos;
    });
  });
  Part part;
  for (std::size_t at = 0; at < files.size(); at += kAtOnce) {
    const auto begin = files.begin() + std::ptrdiff_t(at);
    const std::vector<fs::path> some(begin,
                                     begin + std::ptrdiff_t(std::min(kAtOnce, files.size() - at)));
    part.jobs.push_back({fmt::format("checking the format of {} and others", some[0].string()),
                         [=, root = scope.course.root] { return unformatted(root, some); }});
  }
  return part;
}

Part skeletons(const Scope& scope) {
  Part part;
  for (const Lab& lab : scope.labs) {
    if (can_be_judged(scope.course, lab)) {
      part.jobs.push_back({"grading the skeleton of " + lab.slug(), [&] {
                             return judge_derived_skeleton(scope.context, scope.course, lab);
                           }});
    }
  }
  return part;
}

Part solutions(const Scope& scope) {
  Part part;
  for (const Lab& lab : scope.labs) {
    const fs::path solution = Course::solution(lab), file = scope.course.root / solution;
    if (can_be_judged(scope.course, lab)) {
      part.jobs.push_back({"grading " + solution.string(),
                           [&, file] { return judge_solution(lab, file, scope.context.judge); }});
    }
  }
  return part;
}

Part mutants(const Scope& scope) {
  Part part;
  for (const Lab& lab : scope.labs) {
    if (!can_be_judged(scope.course, lab)) {
      continue;
    }
    for (const fs::path& file : mutants_of(lab)) {
      part.jobs.push_back(
          {"grading " + file.lexically_relative(scope.course.root).string(),
           [&, file] { return judge_mutant(lab, file, Backend::sim, scope.context.judge); }});
    }
  }
  return part;
}

Problems unregistered(const Scope& scope) {
  Problems problems;
  for (const Lab& lab : scope.labs) {
    if (scope.course.has(Course::spec(lab)) && !has_spec(lab)) {
      problems.push_back(problem(Course::spec(lab), "unregistered", lab.slug()));
    }
  }
  return problems;
}

}  // namespace gemmlab
