#include "grader/speed/timing_turn.h"

#include <set>

#include "grader/compile/gpu_state.h"
#include "grader/core/facts/speed.h"
#include "grader/process/interrupt.h"

namespace gemmlab {
namespace {

std::filesystem::path lock_file(Backend backend) {
  const auto& gpus = gpu_state().survey.gpus;
  return backend == Backend::cuda && !gpus.empty() ? gpu_lock_file(gpus.front().bus)
                                                   : cpu_lock_file();
}

}  // namespace

TimingTurn::TimingTurn(const std::vector<Backend>& backends,
                       const std::function<void(const std::string&)>& progress,
                       std::chrono::minutes patience) {
  std::set<std::filesystem::path> files;  // in one order for all, so that nobody waits for ever
  for (const Backend backend : backends) {
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
      throw Untimed{.cause = OthersTimed{int(patience.count())}};
    }
  }
}

}  // namespace gemmlab
