#include "grader/batch/gradescope/autograder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "grader/batch/gradescope/files.h"
#include "grader/batch/gradescope/zip.h"
#include "grader/batch/handout/handout.h"
#include "grader/compile/compile_process.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

void write_program(const fs::path& file, const std::string& text) {
  write_atomically(file, text);
  fs::permissions(file, fs::perms(0755));
}

std::string run_with(std::string arguments) {
  constexpr std::string_view kMark = " @ARGUMENTS@";
  std::string text(kRunAutograder);
  return text.replace(text.find(kMark), kMark.size(), arguments);
}

}  // namespace

void write_autograder(const AutograderJob& job, const fs::path& file) {
  const ScratchFolder scratch(job.from.build / "gradescope");
  const fs::path root = scratch.path() / "root";
  fs::create_directory(root);
  const std::vector<std::string> lacking =
      write_handout({job.from, job.labs, Audience::autograder, job.progress}, root / "gemmlab");
  if (!lacking.empty()) {
    throw std::runtime_error("the autograder would lack something: " + lacking.front());
  }
  std::string arguments;
  if (!job.assigned.empty()) {
    arguments += fmt::format(" --labs {}", fmt::join(job.assigned, ","));
  }
  if (!job.course.empty()) {
    fs::copy_file(job.course, root / "course.toml");
    fs::permissions(root / "course.toml", fs::perms(0644));
    arguments += " --course \"$place/source/course.toml\"";
  }
  write_program(root / "setup.sh", std::string(kSetup));
  write_program(root / "run_autograder", run_with(arguments));
  write_zip(root, file);
}

}  // namespace gemmlab
