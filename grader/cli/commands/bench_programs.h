// The parts of `gemmlab bench`: which programs it runs, how the report shows each, and --verdicts.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/options.h"
#include "grader/judge/bench.h"
#include "grader/report/bench/bench_report.h"

namespace gemmlab {

// Programs that run side by side, at each of the sizes.
struct BenchGroup {
  std::vector<BenchProgram> programs;
  std::vector<BenchRow> rows;  // one per program: everything except size and rates
  std::vector<int> sizes;
};

inline const std::string kLibrary = "cuBLAS, fp32";

// The named labs, or all that can be timed here: without a GPU only lab 01. Throws
// InfrastructureError if a named lab needs a GPU and there is none, and UsageError.
std::vector<Lab> labs_to_bench(const Context& context, const std::vector<std::string>& named);

// One group for the CPU if lab 01 is among the labs, one for the GPU if any other is.
std::vector<BenchGroup> bench_groups(const Context& context, const std::vector<Lab>& labs,
                                     const Options& options);

// Why the student's own program may not run next to others, or "": on the GPU only programs that
// the simulator finds right may.
std::string objection_to(const Context& context, const Lab& lab);

// gemmlab bench --verdicts N: how reliable the speed verdict is on this machine. Times each lab's
// textbook solution for `count` verdicts, and a copy slowed down to 0.7 of the requirement for a
// quarter as many, and prints the results. Returns kNotYet if a verdict was wrong. Throws Untimed,
// InfrastructureError and Interrupted.
int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count);

}  // namespace gemmlab
