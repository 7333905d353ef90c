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

// The options of all commands: "--json F" is in `json`. Empty texts, empty lists and 0: not given.
struct Options {
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
  std::string folder;            // one folder or archive per student
  std::string out;               // a folder for results and tables, for a hand-out, or an archive
  std::string sandbox = "full";  // full or weak
  std::string course;            // course.toml; empty: the one next to the submissions, if any
  std::string canvas;            // a gradebook exported from Canvas; empty: none
  std::string canvas_column;     // the gradebook's column for the total; empty: found by title
  std::string only;              // one student; for upkeep one part
  int shard = 1, shards = 1;     // grade only this part, of this many equal parts
  int jobs = 0;                  // parallel submissions; 0: one per core
  std::string grade, results;  // on Gradescope: the submission's folder, the results.json to write

  bool write = false;                       // upkeep: first update what is derived
  std::vector<std::string> test_arguments;  // passed on to meson test
};

// The answer to --help or --version.
struct HelpText {
  std::string text;
};

// `arguments` without the program's name. Throws UsageError.
std::variant<Options, HelpText> parse_options(std::vector<std::string> arguments);

// All commands with their options, such as "--shape".
std::map<std::string, std::set<std::string>> command_line();

}  // namespace gemmlab
