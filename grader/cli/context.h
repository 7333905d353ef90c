// What every command gets: the course, the folder for progress, output streams and a judge. What
// every command asks: which lab is meant, and what this machine is. Progress display for long work.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "common/model/devices.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/paths.h"
#include "grader/machine/toolchain.h"
#include "grader/report/text.h"

namespace gemmlab {

struct Context {
  Paths paths;
  std::vector<Lab> labs;
  fs::path state;  // folder for progress and backups; created when first needed
  JudgeLab judge;
  std::function<const GpuState&()> gpu;  // this machine's means to judge on a GPU
  std::ostream& out;
  std::ostream& err;
  Terminal terminal;        // where `out` is shown
  Terminal error_terminal;  // where `err` is shown
  // Gets the current action while grading, if another program shows it; else empty.
  std::function<void(const std::string&)> progress = {};

  // Print a text in lines that fit: on `out`, on `err`.
  void say(std::string_view text, int indent = 0) const {
    out << wrap(text, terminal.width, indent);
  }
  void warn(std::string_view text, int indent = 0) const {
    err << wrap(text, error_terminal.width, indent);
  }
};

// The lab that `word` means. Throws UsageError with the list of labs and the closest one.
const Lab& lab_meant(const Context& context, const std::string& word);

// The labs that these words mean, each once and in teaching order; without words all of the course,
// to which neither a staircase belongs nor what is beyond it.
std::vector<const Lab*> labs_meant(const Context& context, const std::vector<std::string>& words);

// The path relative to the working directory if it is below it, else absolute.
fs::path shown(const fs::path& path);

inline fs::path student_file(const Context& context, const Lab& lab) {
  return context.paths.labs() / lab.path();
}

// The whole file. Throws InfrastructureError with the reason if it cannot be read.
std::string read_text(const fs::path& path);

// Throws UsageError in a hand-out, which does not contain the solutions that `command` needs.
void require_solutions(const Context& context, const std::string& command);
// Whether this copy has the solution of a lab, or of a step: a hand-out has none.
bool has_solution(const Context& context, const Lab& lab);

// Goes on as a Python program, which then has the terminal and decides on the exit code. Throws
// InfrastructureError if there is no Python.
[[noreturn]] void become_python(std::vector<std::string> program_and_arguments);

// "AMD EPYC 7B13", or the architecture if the kernel does not report a name.
std::string processor_name();

// Cores that this process may use.
int usable_cores();

// This machine's GPU for the model: the first one that the model knows enough about, whether or not
// it can grade; empty if there is none.
std::optional<model::Device> own_device(const Context& context);

// Used instead if this machine has none.
const model::Device& example_device();

// Shows that long work continues: one changing line on a terminal, occasional lines elsewhere.
class ProgressLine : boost::noncopyable {
 public:
  // Shows it where the context's `err` is shown, or to its `progress`. Keeps a reference.
  explicit ProgressLine(const Context& context) : context_(context) {}
  ~ProgressLine() { clear(); }

  // Shows the current action. Without a terminal, skips most calls.
  void show(const std::string& text);
  void operator()(const std::string& text) { show(text); }

  // Removes the line, so that other output can follow: nothing is shown while the result exists.
  std::unique_lock<std::mutex> clear();

 private:
  const Context& context_;
  std::mutex in_use_;
  bool is_drawn_ = false;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

}  // namespace gemmlab
