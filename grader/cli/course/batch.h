// gemmlab batch: grades a whole class, and writes its tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Part `part` of `of` equal parts.
struct Shard {
  int part = 1, of = 1;
};

struct BatchOptions {
  std::string folder;  // one folder or archive per student
  std::string out;     // a folder for results and tables
  std::vector<std::string> labs;
  std::vector<std::string> only;  // students, or @FILE with their names
  bool dry_run = false;           // only say what would change
  Shard shard;                    // grade only this part
  int jobs = 0;                   // parallel submissions; 0: one per core
  std::string course;             // course.toml; empty: the one next to the submissions, if any
  std::string roster;             // the class's people; empty: whoever handed in
  std::string canvas;             // a gradebook exported from Canvas; empty: none
  std::string canvas_column;      // the gradebook's column for the total; empty: found by title
  BackendChoice backend = BackendChoice::automatic;
  std::string sandbox = "full";  // full or weak
  std::uint64_t seed = 1;
};

// Returns an ExitCode. Throws UsageError, InfrastructureError and Interrupted.
int batch(Context& context, const BatchOptions& options);

}  // namespace gemmlab
