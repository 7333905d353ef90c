#include "grader/cli/commands/profile.h"

#include <fmt/format.h>

#include <optional>

#include "grader/compile/compile.h"
#include "grader/core/labs.h"
#include "grader/core/verdict.h"
#include "grader/machine/gpu_state.h"
#include "grader/machine/ncu.h"
#include "grader/report/model/counter_table.h"

namespace gemmlab {
namespace {

constexpr int kLarge = 2048;  // m, n and k: enough blocks for any GPU

// In place of a table.
struct NoTable {
  std::string why;
};

constexpr const char* kNoNcu =
    "--profile needs Nsight Compute, and its program ncu is not installed here: install the "
    "package cuda-nsight-compute of your CUDA version (or nsight-compute of your distribution), "
    "or put the folder of ncu on PATH.";
constexpr const char* kNoPermission =
    "--profile may not read the GPU's counters (ERR_NVGPUCTRPERM): the driver keeps them for "
    "administrators. Run it as root; or, for all users, write \"options nvidia "
    "NVreg_RestrictProfilingToAdminUsers=0\" to /etc/modprobe.d/nvidia-profiling.conf and restart. "
    "In a container the host's administrator must allow it.";

// Throws NoTable.
Measured measured(const fs::path& ncu, const fs::path& module, const Shape& shape) {
  NcuRun run = run_under_ncu(ncu, module, shape);
  if (run.trouble == NcuTrouble::no_permission) {
    throw NoTable{kNoPermission};
  }
  if (run.trouble == NcuTrouble::failed) {
    throw NoTable{fmt::format("--profile got no counters from ncu{}.",
                              run.said.empty() ? "" : ", which said: " + run.said)};
  }
  return std::move(run.measured);
}

// Throws NoTable.
KernelCounters counters_of(const fs::path& ncu, const fs::path& source, const Shape& counted) {
  const CompileResult compiled = compile(source, Backend::cuda);
  if (compiled.outcome != CompileResult::Outcome::ok) {
    throw NoTable{fmt::format("--profile could not compile {} for the GPU.", source.string())};
  }
  return {measured(ncu, compiled.module, counted), measured(ncu, compiled.module, square(kLarge))};
}

// Why this lab is not profiled, whatever the machine has; empty: it is.
std::string why_not(const LabResult& lab) {
  return !has_right_values(lab.verdict) ? "--profile measures only kernels whose values are right."
         : !lab.metrics ? "--profile has nothing to compare: no accesses of this lab are counted."
                        : "";
}

}  // namespace

std::string profile_of(const Context& context, const LabResult& lab, ProgressLine& progress) {
  const auto said = [&](const std::string& text) { return wrap(text, context.terminal.width, 3); };
  if (const std::string why = why_not(lab); !why.empty()) {
    return said(why);
  }
  const GpuReadiness& readiness = context.gpu().readiness;
  if (!readiness.ready) {
    return said(fmt::format("--profile needs a GPU: {}. {}", readiness.problem, readiness.advice));
  }
  const std::optional<fs::path> ncu = find_ncu();
  if (!ncu) {
    return said(kNoNcu);
  }
  const Lab& textbook = *find_lab(context.labs, lab.slug);
  try {
    progress.show(lab.id + ": counters of your kernel");
    const KernelCounters mine = counters_of(*ncu, lab.source, lab.metrics->shape);
    progress.show(lab.id + ": counters of the textbook solution");
    const KernelCounters theirs =
        counters_of(*ncu, context.paths.solutions() / textbook.path(), lab.metrics->shape);
    const auto cleared = progress.clear();
    return counter_table(lab, mine, theirs, square(kLarge), context.terminal);
  } catch (const NoTable& none) {
    const auto cleared = progress.clear();
    return said(none.why);
  }
}

}  // namespace gemmlab
