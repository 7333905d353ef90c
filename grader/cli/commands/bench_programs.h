// What `gemmlab bench` consists of: which programs it runs, what each is in the report, and what
// --verdicts does instead.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/options.h"
#include "grader/judge/bench.h"
#include "grader/report/bench/bench_report.h"

namespace gemmlab {

// Programs that are run side by side, at each of the sizes.
struct BenchGroup {
  std::vector<BenchProgram> programs;
  std::vector<BenchRow> rows;  // what each of them is: all but size and rates
  std::vector<int> sizes;
};

inline const std::string kLibrary = "cuBLAS, fp32";

// The labs that were named, or all that can be timed here: without a GPU lab 01. Throws
// InfrastructureError if one that was named needs a GPU and there is none, and UsageError.
std::vector<Lab> labs_to_bench(const Context& context, const std::vector<std::string>& named);

// A group for the CPU if lab 01 is among the labs, one for the GPU if another is.
std::vector<BenchGroup> bench_groups(const Context& context,
                                     const std::vector<Lab>& labs,
                                     const Options& options);

// Whether the student's own program may run beside others: on the GPU only what the simulator finds
// right. Else why not.
std::string objection_to(const Context& context, const Lab& lab);

// gemmlab bench --verdicts N: how sure the speed verdict is on this machine. Gives each lab's
// textbook solution `count` speed verdicts, and a twin of it that is slowed to 0.7 of what is
// required a quarter as many, and prints what came out. kNotYet if a verdict was wrong. Throws
// Untimed, InfrastructureError and Interrupted.
int bench_verdicts(Context& context, const std::vector<Lab>& labs, int count);

}  // namespace gemmlab
