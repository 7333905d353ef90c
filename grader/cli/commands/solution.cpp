#include "grader/cli/commands/solution.h"

#include <fmt/format.h>

#include <fstream>
#include <ios>
#include <utility>

#include "grader/cli/exit_code.h"
#include "grader/cli/progress.h"
#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/core/source/source_text.h"
#include "grader/machine/scratch_folder.h"
#include "grader/machine/tool_process.h"
#include "grader/process/child.h"
#include "grader/process/program.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr int kSame = 0, kDiffer = 1;  // diff(1)'s exit codes

std::string written(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << printable(text);
  return file.string();
}

using NamedText = std::pair<std::string, std::string>;

// The unified diff from diff(1), in colour if the terminal supports it; empty if the texts are
// equal.
std::string difference(const NamedText& from, const NamedText& to, const Terminal& terminal) {
  const ScratchFolder scratch(fs::temp_directory_path());
  std::string out;
  const int code = run_program(
      {"diff", "-u", "--label", from.first, "--label", to.first,
       written(scratch.path() / "from", from.second), written(scratch.path() / "to", to.second)},
      [&](const std::string& line) {
        const bool is_context = line.starts_with(' ') || line.empty();
        const Ink colour = line.starts_with('+')   ? Ink::good
                           : line.starts_with('-') ? Ink::bad
                                                   : Ink::note;
        out += (is_context ? line : ink(terminal, colour, line)) + '\n';
      });
  if (code != kSame && code != kDiffer) {
    throw InfrastructureError(
        "The program diff is needed to compare two files (Debian: diffutils).");
  }
  return out;
}

// From the student's file to ours, without the markers of gaps, which always differ.
std::string comparison(const Context& context, const Lab& lab, const fs::path& solution) {
  const fs::path own = student_file(context, lab);
  const std::string changes = difference(
      {"yours: " + shown(own).string(), without_marks(read_text(own))},
      {"ours:  " + shown(solution).string(), without_marks(read_text(solution))}, context.terminal);
  return changes.empty() ? "Your file and ours are identical.\n" : changes;
}

}  // namespace

int solution(Context& context, const SolutionOptions& options) {
  const Lab& lab = lab_meant(context, options.lab);
  if (lab.is_staircase()) {
    throw UsageError(fmt::format(
        "Lab {} has a solution for each step: name the step, such as ./gemmlab solution {}", lab.id,
        lab.steps.front().id));
  }
  const Progress progress = recall(context);
  const LabProgress& so_far = progress.of_lab(lab.slug());
  if (!so_far.passed && !options.spoil) {
    context.err << fmt::format(
        "You have not passed lab {} yet ({}); you learn most if you solve it yourself.\nOne more "
        "hint: ./gemmlab hint {}    Show it anyway: ./gemmlab solution {} --spoil\n",
        lab.id, summary(so_far), lab.id, lab.id);
    return kNotYet;
  }
  const fs::path file = context.paths.solutions() / lab.path();
  if (!fs::exists(file)) {
    throw InfrastructureError(fmt::format("cannot find {}: this copy of gemmlab has no solutions.",
                                          shown(file).string()));
  }
  context.out << (options.diff ? comparison(context, lab, file) : read_text(file));
  return kDone;
}

}  // namespace gemmlab
