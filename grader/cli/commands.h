// What every command gets: the course, the folder for progress, output streams, a judge, and its
// options. What every command asks: which lab is meant, and what this machine is. Progress display
// for long work. And the commands, and how both programs handle a command line.
#pragma once

#include <map>
#include <mutex>
#include <ostream>
#include <span>

#include "grader/core/infrastructure_error.h"
#include "grader/judge/judge.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/paths.h"
#include "grader/report/bench/bench_report.h"
#include "grader/report/text.h"

namespace gemmlab {

// Exit codes of every command.
enum ExitCode : int {
  kDone = 0,            // or passed, as far as this machine can grade
  kNotYet = 1,          // a lab is unsolved or a test fails
  kUsage = 2,           // the command line makes no sense
  kInfrastructure = 3,  // this machine lacks something; says nothing about the student's work
  kInterrupted = 130,
};

// The command line, or a file named on it, is wrong: exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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

// The options of all commands: "--json F" is in `json`. Empty texts, empty lists and 0: not given.
struct Options {
  std::string help;               // the answer to --help or --version, and then nothing else
  std::string command;            // empty: show the overview
  std::string lab;                // the only lab, as typed; for hint also a step, "3.2"
  std::vector<std::string> labs;  // as typed; empty: all labs of the command
  BackendChoice backend = BackendChoice::automatic;
  std::uint64_t seed = 1;
  std::vector<int> sizes;                   // m = n = k; empty: the default ones
  std::string json, junit, html, csv, svg;  // output files
  bool all = false;                         // hint: show all at once

  // Which files are judged, and how.
  bool solutions = false;      // use solutions/ instead of labs/
  std::string tree;            // a folder with the layout of labs/, used instead of it
  std::string file;            // one file; exactly one lab
  std::optional<Shape> shape;  // judge values only at this shape
  bool require_gpu = false;
  bool explain = false;  // show the source with the cost of each line
  bool quick = false;    // try no changes to find the line that is wrong

  // The solution.
  bool diff = false;  // show differences from the student's file
  bool spoil = false;

  // Measurement.
  bool mine = false;   // also the student's own programs
  int verdicts = 0;    // compute this many speed verdicts per lab instead
  std::string study;   // empty: list them
  std::string gpu;     // as typed; empty: this machine's GPU, else an H200
  bool list = false;   // the GPUs that the model knows
  bool check = false;  // recompute the figures in the texts

  // A class.
  std::string folder;             // one folder or archive per student
  std::string out;                // a folder for results and tables, for a hand-out, or an archive
  std::string sandbox = "full";   // full or weak
  std::string course;             // course.toml; empty: the one next to the submissions, if any
  std::string roster;             // the class's people; empty: whoever handed in
  std::string canvas;             // a gradebook exported from Canvas; empty: none
  std::string canvas_column;      // the gradebook's column for the total; empty: found by title
  std::vector<std::string> only;  // students, or @FILE with their names; for upkeep one part
  bool dry_run = false;           // only say what would change
  int shard = 1, shards = 1;      // grade only this part, of this many equal parts
  int jobs = 0;                   // parallel submissions; 0: one per core
  int percent = 96;               // similar: what two texts have in common, at least
  bool with_binaries = false;     // handout: this build's tool, too
  std::string grade, results;  // on Gradescope: the submission's folder, the results.json to write
  std::string secret;          // on Gradescope: the course's; empty: none

  bool open = false;                        // docs: show the site
  bool write = false;                       // upkeep: first update what is derived
  std::vector<std::string> test_arguments;  // passed on to meson test
};

// `arguments` without the program's name. Throws UsageError.
Options parse_options(std::vector<std::string> arguments);

// The lab that `word` means. Throws UsageError with the list of labs and the closest one.
const Lab& lab_meant(const Context& context, const std::string& word);

// The labs that these words mean, each once and in teaching order; all if there are no words.
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

// Each returns an ExitCode and throws UsageError, InfrastructureError or Interrupted.
using RunCommand = int(Context& context, const Options& options);
RunCommand batch, bench, device, docs, grade, gradescope, handout, hint, list, model_command,
    overview, reset, solution, study, test, upkeep, watch;

// Programs timed side by side, at each of the sizes.
struct BenchGroup {
  std::vector<BenchProgram> programs;
  std::vector<BenchRow> rows;  // one per program: everything except size and rates
  std::vector<int> sizes;
};
void add(BenchGroup& group, BenchProgram program, BenchKind kind, const std::string& lab = "");

// Prints what was left out, and why. `with_copies`: whether to measure memory speed too.
BenchReport measure(std::vector<BenchGroup> groups, bool with_copies, Context& context);

// gemmlab bench --verdicts N: how reliable the speed verdict is on this machine. Times each lab's
// textbook solution for `count` verdicts, and a copy slowed down to 0.7 of the requirement for a
// quarter as many, and prints the results. Returns kNotYet if a verdict was wrong. Throws Untimed,
// InfrastructureError and Interrupted.
int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count);

struct Command {
  std::string_view name;
  RunCommand* run;
  bool judges = false;  // can be interrupted cleanly
  bool needs_solutions = false;
};

// Finds the command, runs it, and turns errors into the exit code. A command that is not in
// `commands` belongs to the program `other` in the same folder; null: there is none.
int run_command_line(std::span<const Command> commands, const char* other, int argc, char** argv);

}  // namespace gemmlab
