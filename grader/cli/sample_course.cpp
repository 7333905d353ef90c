#include "grader/cli/sample_course.h"

#include <stdlib.h>

#include <fstream>
#include <thread>

#include "grader/cli/commands/grade.h"
#include "grader/cli/commands/hint.h"
#include "grader/cli/commands/overview.h"
#include "grader/cli/commands/reset.h"
#include "grader/cli/commands/scripts.h"
#include "grader/cli/commands/solution.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/options.h"
#include "grader/cli/run.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/facts/sample_check.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/source/source_text.h"
#include "grader/judge/judge.h"
#include "grader/machine/paths.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSolution =
    "// Step 2.1: find the element.\n"
    "// >>> 1 line\n"
    "int row = 0;\n"
    "// <<<\n";

constexpr const char* kPage =
    "# A lab\n\n## Steps\n\n- not a hint\n\n## Hints\n\n"
    "### 2.1\n- Look at the index.\n- It is row, then column,\n  as in a book. So is each row of "
    "C.\n\n"
    "### 2.2 Store\n- Guard it.\n\n## Why\n- nor this\n";

std::string page_for(const Lab& lab) {
  std::string page = kPage;
  for (std::size_t at; lab.id != "02" && (at = page.find("### 2.")) != std::string::npos;) {
    page.replace(at, 6, "### 1.");
  }
  return page;
}

}  // namespace

SampleCourse::SampleCourse() : working_directory_(fs::current_path()) {
  char name[] = "/tmp/gemmlab-course-XXXXXX";
  root_ = mkdtemp(name);
  write("labs/labs.table",
        "id name file title\n01 cpu_loop kernel.cpp The CPU loop\n"
        "02 naive_kernel kernel.cu One each\n");
  for (const Lab& lab : read_labs(root_ / "labs" / "labs.table")) {
    write("solutions" / lab.path(), kSolution);
    write("labs" / lab.path(), skeleton_of(kSolution));
    write(fs::path("docs") / (lab.slug() + ".md"), page_for(lab));
  }
  fs::create_directory_symlink(paths().root / "grader", root_ / "grader");  // its programs
  fs::current_path(root_);
}

SampleCourse::~SampleCourse() {
  fs::current_path(working_directory_);
  fs::remove_all(root_);
}

Context SampleCourse::context() {
  return {.paths = {root_, root_ / "build"},
          .labs = read_labs(root_ / "labs" / "labs.table"),
          .state = root_ / ".gemmlab",
          .judge = [this](const auto&... given) { return judge(given...); },
          .gpu = [this]() -> const GpuState& { return gpu_; },
          .out = out_,
          .err = err_,
          .terminal = {},
          .error_terminal = {}};
}

int SampleCourse::run(const std::vector<std::string>& arguments) {
  out_.str("");
  err_.str("");
  Context context = this->context();
  const std::map<std::string, RunCommand*> commands{
      {"", run_alone<overview>},
      {"grade", run_with<grade, &CommandLine::grade>},
      {"hint", run_with<hint, &CommandLine::hint>},
      {"list", run_alone<list>},
      {"reset", run_with<reset, &CommandLine::reset>},
      {"solution", run_with<solution, &CommandLine::solution>},
      {"test", run_with<test, &CommandLine::script>},
  };
  try {
    const CommandLine line = parse_options(arguments);
    return commands.at(line.command)(context, line);
  } catch (const UsageError& error) {
    err_ << error.what();
    return kUsage;
  } catch (const std::exception& error) {
    err_ << error.what();
    return kInfrastructure;
  }
}

void SampleCourse::write(const fs::path& file, const std::string& text) {
  fs::create_directories((root_ / file).parent_path());
  std::ofstream(root_ / file) << text;
}

std::string SampleCourse::read(const fs::path& file) const {
  return read_text(root_ / file);
}

fs::path SampleCourse::student_file(const std::string& id) const {
  const std::vector<Lab> labs = read_labs(root_ / "labs" / "labs.table");
  return root_ / "labs" / find_lab(labs, id)->path();
}

LabResult SampleCourse::judge(const Lab& lab, const fs::path& source, const JudgeOptions& options) {
  judged_[lab.id] = source.string();
  judge_options_ = options;
  LabResult result;
  result.id = lab.id;
  result.slug = lab.slug();
  result.source = source.string();
  result.verdict = verdicts_.contains(lab.id) ? verdicts_[lab.id] : Verdict::passed;
  const bool has_passed = result.verdict == Verdict::passed;
  result.score = has_passed ? 100 : 40;
  result.infrastructure = result.verdict == Verdict::not_graded;
  const Judgement judgement = has_passed ? passed() : failed({result.verdict, WrongValues{}});
  result.checks = {
      finished({.name = "values"}, judgement, {.hint = has_passed ? "" : failing_step_})};
  if (options.progress) {
    options.progress("compiling");
  }
  if (options.so_far && !changes_.empty()) {
    options.so_far(result);
  }
  std::this_thread::sleep_for(judge_takes_);
  if (!has_passed) {
    result.checks.front().changes = changes_;
  }
  return result;
}

}  // namespace gemmlab
