// The command line, as plain structs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "grader/core/backend.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct GradeOptions {
  std::vector<std::string> labs;  // as typed; empty: all
  bool solutions = false;         // grade solutions/ instead of labs/
  std::string tree;               // a folder shaped like labs/; empty: labs/
  std::string file;               // one file; exactly one lab
  std::optional<Shape> shape;     // judge values at this shape alone
  BackendChoice backend = BackendChoice::automatic;
  std::string json, junit, html;  // files to write; empty: none
  std::uint64_t seed = 1;
  bool require_gpu = false;
  bool explain = false;  // show the source with what each line costs
};

struct HintOptions {
  std::string lab_or_step;  // "03" or "3.2"
  bool all = false;
};

struct SolutionOptions {
  std::string lab;
  bool diff = false;  // what the student's file has otherwise
  bool spoil = false;
};

struct BenchOptions {
  std::vector<std::string> labs;  // as typed; empty: all that this machine can time
  std::vector<int> sizes;         // m = n = k; empty: the usual ones
  bool mine = false;              // the student's own programs, too
  std::string json, csv, svg;     // files to write; empty: none
  int verdicts = 0;               // give speed verdicts instead, so many of each lab
};

struct WatchOptions {
  std::string lab;  // as typed; empty: the next one to do
  BackendChoice backend = BackendChoice::automatic;
  std::string html;  // a page to write each time; empty: none
};

struct ModelOptions {
  std::vector<std::string> labs;  // as typed; empty: all
  std::string gpu;                // as typed; empty: this machine's, else an H200
  bool list = false;              // of the GPUs that the model knows
  bool check = false;             // compute the texts' figures anew
};

struct StudyOptions {
  std::string name;  // empty: list them
  BackendChoice backend = BackendChoice::automatic;
  std::vector<int> sizes{2048, 4096};  // m = n = k
};

struct BatchOptions {
  std::string folder;  // one folder or archive a student
  std::string out;     // a folder for results and tables
  BackendChoice backend = BackendChoice::automatic;
  std::string sandbox = "full";   // full or weak
  std::string course;             // course.toml; empty: the one beside the submissions, if any
  std::string canvas;             // a gradebook that Canvas exported; empty: none
  std::string canvas_column;      // its column for the total; empty: found by its title
  std::string only;               // one student
  std::vector<std::string> labs;  // as typed; empty: the course's
  int shard = 1, shards = 1;      // of so many equal parts, which
  int jobs = 0;                   // submissions at once; 0: one a core
  std::uint64_t seed = 1;
};

struct UpkeepOptions {
  std::vector<std::string> labs;  // as typed; empty: all, and what belongs to no lab
  std::string only;               // one part of it; empty: all
  bool write = false;             // first bring what is derived up to date
};

struct GradescopeOptions {
  std::string out;                // the archive to write; or:
  std::string grade, results;     // a submission's folder, and the results.json to write
  std::vector<std::string> labs;  // of the assignment, as typed; empty: all of the course
  std::string course;             // course.toml; empty: none
};

struct Options {
  std::string command;  // empty: the overview
  GradeOptions grade;
  WatchOptions watch;
  HintOptions hint;
  std::string reset_lab;
  SolutionOptions solution;
  BatchOptions batch;
  BenchOptions bench;
  ModelOptions model;
  StudyOptions study;
  UpkeepOptions upkeep;
  std::string handout_folder;
  GradescopeOptions gradescope;
  std::vector<std::string> test_arguments;  // for meson test, as they are
};

// --help or --version was asked for: this is the answer.
struct HelpText {
  std::string text;
};

// `arguments` without the program's name. Throws UsageError.
std::variant<Options, HelpText> parse_options(const std::vector<std::string>& arguments);

// What there is: each command and its options, such as "--shape".
std::map<std::string, std::set<std::string>> command_line();

}  // namespace gemmlab
