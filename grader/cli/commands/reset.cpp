#include "grader/cli/commands/reset.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <stdexcept>
#include <system_error>

#include "grader/cli/exit_code.h"
#include "grader/cli/progress.h"
#include "grader/compile/compile.h"
#include "grader/core/fs.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/report/write_file.h"

namespace gemmlab {

// Copies the file to a new name below the state folder, and returns that name. Never overwrites
// anything.
static fs::path back_up(const Context& context, const Lab& lab) {
  const fs::path folder = context.state / "backups" / lab.slug();
  const std::string when = fmt::format("{:%Y-%m-%dT%H%M%S}", fmt::localtime(std::time(nullptr)));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(
        fmt::format("cannot keep a copy of it in {}: {}", shown(folder).string(), error.message()));
  }
  for (int again = 1;; ++again) {
    const std::string suffix = again == 1 ? "" : fmt::format("-{}", again);
    const fs::path backup = folder / fmt::format("{}{}-{}", when, suffix, lab.file);
    if (!fs::exists(backup)) {
      fs::copy_file(student_file(context, lab), backup);
      return backup;
    }
  }
}

static int reset(Context& context, const Lab& lab) {
  const fs::path file = student_file(context, lab);
  const fs::path solution = context.paths.solutions() / lab.path();
  if (!context.paths.withholds_solutions() && !fs::exists(solution)) {
    throw InfrastructureError(
        fmt::format("The skeleton is derived from {}, which is missing. Copy {} from your original "
                    "download of gemmlab.",
                    shown(solution).string(), shown(file).string()));
  }
  const std::string text = handed_out_skeleton(context.paths, lab);
  const bool is_there = fs::exists(file);
  if (is_there && read_text(file) == text) {
    context.out << fmt::format("{} is already the skeleton.\n", shown(file).string());
    return kDone;
  }
  try {
    if (is_there) {
      context.out << fmt::format("Your file is kept as {}\n",
                                 shown(back_up(context, lab)).string());
    }
    fs::create_directories(file.parent_path());
    write_atomically(file, text);
  } catch (const std::runtime_error& error) {  // fs::filesystem_error is one
    throw InfrastructureError(
        fmt::format("{} was not reset: {}", shown(file).string(), error.what()));
  }
  remember(context, reset_to_skeleton(lab.slug()));
  context.out << fmt::format("{} is now the skeleton again.\n", shown(file).string());
  return kDone;
}

int reset(Context& context, const ResetOptions& options) {
  const Lab& lab = lab_meant(context, options.lab);
  for (const Lab& step : lab.steps) {
    reset(context, step);
  }
  return lab.is_staircase() ? kDone : reset(context, lab);
}

}  // namespace gemmlab
