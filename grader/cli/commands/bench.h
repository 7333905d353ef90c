// gemmlab bench: the solutions' rates, compared with the previous lab's, with the GPU's arithmetic
// and with cuBLAS, all in one run.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/judge/bench.h"
#include "grader/judge/judge.h"
#include "grader/report/bench/bench_report.h"

namespace gemmlab {

struct BenchOptions {
  std::vector<std::string> labs;  // as typed; empty: all that can be timed here
  std::vector<Shape> sizes;       // empty: the default ones
  bool mine = false;              // also the student's own programs
  std::string json, csv, svg;     // output files
  int verdicts = 0;               // compute this many speed verdicts per lab instead
};

// Programs timed side by side, at each of the sizes.
struct BenchGroup {
  std::vector<BenchProgram> programs;
  std::vector<BenchRow> rows;  // one per program: everything except size and rates
  std::vector<Shape> sizes;
};
void add(BenchGroup& group, BenchProgram program, BenchKind kind, const std::string& lab = "");

// Prints what was left out, and why. `with_copies`: whether to measure memory speed too.
BenchReport measure(std::vector<BenchGroup> groups, bool with_copies, Context& context);

// Returns an ExitCode. Throws UsageError, InfrastructureError, Untimed and Interrupted.
int bench_command(Context& context, const BenchOptions& options);

}  // namespace gemmlab
