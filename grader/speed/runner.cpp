#include "grader/speed/runner.h"

#include <sched.h>

#include <algorithm>

#include "grader/compile/compile.h"
#include "grader/compile/gpu_state.h"

namespace gemmlab {
namespace {

// Matrices C, one for each call of a sample: as many as calls are worth having, within some memory.
constexpr int kMostOutputs = 64, kLeastOutputs = 2;
constexpr double kOutputBytes = 512e6;
// Above what a GPU's stated clock allows: boost clocks lie a little higher.
constexpr double kBoost = 1.2;
// Operations a second that no core reaches: two multiply-add units of 16 lanes at 6 GHz.
constexpr double kMostOfACore = 2 * 2 * 16 * 6e9;

const std::vector<int>& sizes(Backend backend) {
  static const std::vector<int> cpu{256, 320, 384};
  static const std::vector<int> gpu{256, 512, 1024, 1536, 2048, 3072, 4096};  // the first two only
  return backend == Backend::cpu ? cpu : gpu;  // where there is little memory
}

int last_allowed_cpu() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
    if (CPU_ISSET(cpu, &allowed)) {
      return cpu;
    }
  }
  return -1;
}

double fastest(Backend backend) {
  return backend == Backend::cuda ? kBoost * peak_fp32_flops(gpu_state().survey.gpus.front())
                                  : kMostOfACore;
}

int last_usual_size(Backend backend) {
  return backend == Backend::cpu ? 256 : 1024;
}

}  // namespace

std::size_t timed_elements(Backend backend) {
  return shared_elements(sizes(backend).back());
}

Backend timed_on(const std::filesystem::path& source) {
  return source.extension() == ".cpp" ? Backend::cpu : Backend::cuda;
}

Session session_of(const std::filesystem::path& source, int largest) {
  const Backend backend = timed_on(source);
  const CompileResult compiled = compile(source, backend);
  if (compiled.outcome == CompileResult::Outcome::infrastructure) {
    throw Untimed{.cause = MachineProblem{compiled.problem}};
  }
  if (compiled.refusal) {
    throw Untimed{.cause = DoesNotCompileHere{*compiled.refusal}};
  }
  return {backend, compiled.module, std::max(timed_elements(backend), shared_elements(largest))};
}

std::uint64_t memory_budget(const Session& loaded_last, int programs) {
  return loaded_last.free_bytes() / 2 / std::uint64_t(programs);
}

// How many outputs matrices of this size may have; 0 if even the fewest are too many.
int Runner::affordable_outputs(int size) const {
  const double bytes = 4.0 * size * size;
  const int worth = std::clamp(int(kOutputBytes / bytes), 8, kMostOutputs);
  if (session_.backend() == Backend::cpu) {
    return 8;
  }
  const int outputs =
      int(std::min((double(budget_) - 8.0 * Pools::elements(size)) / bytes, double(worth)));
  return outputs >= kLeastOutputs ? outputs : 0;
}

void Runner::take(const Pools& pools, bool verified) {
  const Backend backend = session_.backend();
  const int outputs = affordable_outputs(pools.size);
  if (outputs == 0) {
    const double fewest = double(kLeastOutputs) * pools.size * pools.size;
    throw Untimed{.cause = MatricesTooLarge{4e-6 * (2.0 * Pools::elements(pools.size) + fewest),
                                            1e-6 * double(budget_)}};
  }
  entrant_.emplace(session_, pools, backend == Backend::cpu ? last_allowed_cpu() : -1,
                   fastest(backend));
  entrant_->stage(outputs);
  contestant_.flops = entrant_->flops_of_call();
  contestant_.most_calls = outputs;
  contestant_.sample = [this, verified](int calls) { return entrant_->sample(calls, verified); };
}

Pools Runner::fitting_pools(std::uint64_t seed) {
  const Backend backend = session_.backend();
  std::vector<int> affordable = sizes(backend);
  std::erase_if(affordable, [&](int size) { return affordable_outputs(size) == 0; });
  if (affordable.empty()) {
    throw Untimed{.cause = TooLittleMemory{"to time anything"}};
  }
  int first = affordable.front();
  for (int size : affordable) {
    first = size <= last_usual_size(backend) ? size : first;
  }
  Pools pools = make_pools(first, seed);
  take(pools);
  warm_up(contestant_);
  const double seconds = contestant_.flops / contestant_.warm_rate;
  int chosen = first;
  for (int size : affordable) {
    const double growth = double(size) / first;
    if (size > first && seconds * growth * growth * growth <= kLongestCall) {
      chosen = size;
    }
  }
  return chosen == first ? std::move(pools) : make_pools(chosen, seed);
}

}  // namespace gemmlab
