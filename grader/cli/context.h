// What every command is given: the course, the place to keep progress, where to write, and a judge.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/compile/gpu_state.h"
#include "grader/compile/paths.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/judge/judge.h"
#include "grader/report/terminal.h"

namespace gemmlab {

// Exit codes of every command.
enum ExitCode : int {
  kDone = 0,            // or passed, as far as it can be graded here
  kNotYet = 1,          // a lab is not solved, a test fails
  kUsage = 2,           // the command cannot mean anything
  kInfrastructure = 3,  // this machine lacks something; says nothing of the student's work
  kInterrupted = 130,
};

// The command line or a file that it names is wrong: exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Judge = std::function<LabResult(
    const Lab& lab, const std::filesystem::path& source, const JudgeOptions& options)>;

struct Context {
  Paths paths;
  std::vector<Lab> labs;
  std::filesystem::path state;  // folder for progress and backups; made when first needed
  Judge judge;
  std::function<const GpuState&()> gpu;  // what there is to judge with beside the simulator
  std::ostream& out;
  std::ostream& err;
  Terminal terminal;        // what `out` is shown on
  Terminal error_terminal;  // and `err`
  // Is told what grading does at the moment, if somebody else shows that; else empty.
  std::function<void(const std::string&)> progress = {};
};

}  // namespace gemmlab
