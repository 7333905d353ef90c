// What every command is given: the course, the place to keep progress, where to write, and a judge;
// what every command asks: which lab is meant, what this machine is; and how it shows that long
// work goes on.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/model/devices.h"
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

struct Context {
  Paths paths;
  std::vector<Lab> labs;
  std::filesystem::path state;  // folder for progress and backups; made when first needed
  JudgeLab judge;
  std::function<const GpuState&()> gpu;  // what there is to judge with beside the simulator
  std::ostream& out;
  std::ostream& err;
  Terminal terminal;        // what `out` is shown on
  Terminal error_terminal;  // and `err`
  // Is told what grading does at the moment, if somebody else shows that; else empty.
  std::function<void(const std::string&)> progress = {};
};

// The lab that `word` means. Throws UsageError with the list of labs and the nearest one.
const Lab& lab_meant(const Context& context, const std::string& word);

// Those that these words mean, each once and in teaching order; all if there are no words.
std::vector<const Lab*> labs_meant(const Context& context, const std::vector<std::string>& words);

// The path as seen from the working directory if it lies below that, else absolute.
std::filesystem::path shown(const std::filesystem::path& path);

// The student's file of a lab, in labs/.
std::filesystem::path student_file(const Context& context, const Lab& lab);

// The whole file. Throws InfrastructureError saying why it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Throws UsageError where this is a hand-out: `command` needs the solutions, which it withholds.
void require_solutions(const Context& context, const std::string& command);

// "AMD EPYC 7B13", or the architecture if the kernel does not say.
std::string processor_name();

// Cores that this process may use.
int usable_cores();

// This machine's GPU as the model sees it: the first that it knows enough of, whether or not it can
// be graded on; empty if there is none.
std::optional<model::Device> own_device(const Context& context);

// What stands in for it where there is none.
const model::Device& example_device();

// Shows that long work goes on: one line that changes on a terminal, a line now and then elsewhere.
class ProgressLine {
 public:
  // Both are kept by reference. `listener`, if there is one, is told instead of `out`.
  ProgressLine(std::ostream& out,
               const Terminal& terminal,
               std::function<void(const std::string&)> listener = {})
      : out_(out), terminal_(terminal), listener_(std::move(listener)) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Says what happens now. Without a terminal most of it is left out.
  void show(const std::string& text);

  // Takes the line away, so that something else can be written.
  void clear();

 private:
  std::ostream& out_;
  const Terminal& terminal_;
  std::function<void(const std::string&)> listener_;
  bool is_drawn_ = false;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

}  // namespace gemmlab
