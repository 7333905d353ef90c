#include "grader/speed/timing_turn.h"

#include <fmt/format.h>

#include <set>

#include "grader/compile/gpu_state.h"
#include "grader/process/interrupt.h"
#include "grader/speed/entrant.h"

namespace gemmlab {
namespace {

std::filesystem::path lock_file(ModuleKind backend) {
  const auto& gpus = gpu_state().survey.gpus;
  return backend == ModuleKind::cuda && !gpus.empty() ? gpu_lock_file(gpus.front().bus)
                                                      : cpu_lock_file();
}

}  // namespace

TimingTurn::TimingTurn(const std::vector<ModuleKind>& backends,
                       const std::function<void(const std::string&)>& progress,
                       std::chrono::minutes patience) {
  std::set<std::filesystem::path> files;  // in one order for all, so that nobody waits for ever
  for (const ModuleKind backend : backends) {
    files.insert(lock_file(backend));
  }
  for (const auto& file : files) {
    locks_.push_back(std::make_unique<TimingLock>(file, patience, [&] {
      throw_if_interrupted();
      if (progress) {
        progress("waiting: another gemmlab is timing");
      }
    }));
    if (!locks_.back()->is_held()) {
      throw Untimed{Verdict::not_graded,
                    fmt::format("other gemmlabs were timing on this machine for {} minutes",
                                patience.count())};
    }
  }
}

}  // namespace gemmlab
