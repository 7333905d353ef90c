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

// What was asked for, whichever command takes it: "--json F" is in `json`. Empty texts, lists and
// numbers of 0: not given.
struct Options {
  std::string command;            // empty: the overview
  std::string lab;                // the one lab, as typed; for hint a step too, "3.2"
  std::vector<std::string> labs;  // as typed; empty: all that the command is for
  BackendChoice backend = BackendChoice::automatic;
  std::uint64_t seed = 1;
  std::vector<int> sizes;                   // m = n = k; empty: the usual ones
  std::string json, junit, html, csv, svg;  // files to write
  bool all = false;                         // hint: all at once

  // Which files are judged, and how.
  bool solutions = false;      // solutions/ instead of labs/
  std::string tree;            // a folder shaped like labs/ instead of labs/
  std::string file;            // one file; exactly one lab
  std::optional<Shape> shape;  // judge values at this shape alone
  bool require_gpu = false;
  bool explain = false;  // show the source with what each line costs

  // The solution.
  bool diff = false;  // what the student's file has otherwise
  bool spoil = false;

  // Measuring.
  bool mine = false;   // the student's own programs, too
  int verdicts = 0;    // give speed verdicts instead, so many of each lab
  std::string study;   // empty: list them
  std::string gpu;     // as typed; empty: this machine's, else an H200
  bool list = false;   // of the GPUs that the model knows
  bool check = false;  // compute the texts' figures anew

  // A class.
  std::string folder;            // one folder or archive a student
  std::string out;               // a folder for results and tables, a hand-out, or an archive
  std::string sandbox = "full";  // full or weak
  std::string course;            // course.toml; empty: the one beside the submissions, if any
  std::string canvas;            // a gradebook that Canvas exported; empty: none
  std::string canvas_column;     // its column for the total; empty: found by its title
  std::string only;              // one student; for upkeep one part of it
  int shard = 1, shards = 1;     // of so many equal parts, which
  int jobs = 0;                  // submissions at once; 0: one a core
  std::string grade, results;    // on Gradescope: a submission's folder, the results.json to write

  bool write = false;                       // upkeep: first bring what is derived up to date
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
