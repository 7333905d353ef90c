// gemmlab-upkeep [--strict | --write] ROOT: is the course below ROOT well formed?
// Lab files that git does not know as unchanged are a student's, unless --strict. --write first
// brings the skeletons and the table of docs/model.md up to date. Exit code 0 yes, 1 no, 2 usage or
// unreadable.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <string>

#include "grader/upkeep/checks.h"

namespace gemmlab {
namespace {

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

bool unchanged_in_git(const Course& course, const std::filesystem::path& file) {
  const auto command =
      fmt::format("cd {0} && git ls-files --error-unmatch {1} && git diff --quiet HEAD -- {1}",
                  shell_quoted(course.root.string()), shell_quoted(file.string()));
  return std::system(("{ " + command + "; } >/dev/null 2>&1").c_str()) == 0;
}

int run(const std::string& root, const std::string& option) {
  auto course = read_course(root);
  if (option == "--write") {
    for (const auto& file : write_skeletons(course)) {
      fmt::print("wrote {}\n", file.string());
    }
    if (write_figures(course)) {
      fmt::print("wrote {}\n", Course::model_page().string());
    }
  } else if (option.empty()) {
    course.students_own = [&course](const auto& file) {
      return *file.begin() == "labs" && !unchanged_in_git(course, file);
    };
  }
  const auto problems = check_course(course);
  for (const auto& problem : problems) {
    fmt::print("{}: {}\n  cure: {}\n", problem.file.string(), problem.rule, problem.cure);
  }
  fmt::print("{} labs, {} problems\n", course.labs.size(), problems.size());
  return problems.empty() ? 0 : 1;
}

}  // namespace
}  // namespace gemmlab

int main(int argc, char** argv) {
  const std::string option = argc == 3 ? argv[1] : "";
  if ((argc != 2 && argc != 3) || (argc == 3 && option != "--strict" && option != "--write")) {
    fmt::print(stderr, "usage: gemmlab-upkeep [--strict | --write] ROOT\n");
    return 2;
  }
  try {
    return gemmlab::run(argv[argc - 1], option);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gemmlab-upkeep: {}\n", error.what());
    return 2;
  }
}
