#include "common/simt/engine/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "common/simt/engine/machine.h"
#include "common/simt/engine/thread_pool.h"

namespace simt {
namespace {

constexpr unsigned kMaxBlock[] = {1024, 1024, 64};
constexpr u64 kMaxGrid[] = {0x7fffffff, 65535, 65535};
constexpr u64 kMaxSerial = 0xffffffff;  // shadow cells have 32 bits for it
constexpr std::size_t kUsualSharedBytes = 48 << 10;

struct Multiprocessors {
  std::vector<std::unique_ptr<Multiprocessor>> all;
  ThreadPool pool;
};

// Never destroyed: a kernel may call exit(), on any of these threads.
Multiprocessors& state() {
  static Multiprocessors& state = *new Multiprocessors;
  return state;
}

std::string triple(const dim3& d) {
  return fmt::format("({}, {}, {})", d.x, d.y, d.z);
}

// A step through the blocks that meets each once, near the golden section of their number.
u64 step_for(u64 blocks, u64 seed) {
  if (seed == 0 || blocks < 3) {
    return 1;
  }
  u64 random = seed;
  u64 step = next_random(&random) % blocks;
  while (std::gcd(step, blocks) != 1) {
    ++step;
  }
  return step % blocks == 0 ? 1 : step % blocks;
}

// Returns the static shared memory that a block touched.
std::size_t run_grid(LaunchState* launch, int threads) {
  Multiprocessors& processors = state();
  while (processors.all.size() < static_cast<size_t>(threads)) {
    processors.all.push_back(std::make_unique<Multiprocessor>(&machine()));
  }
  const auto work = [&](int i) {
    processors.all[static_cast<size_t>(i)]->run_blocks(launch, threads > 1);
  };
  processors.pool.run(threads, work);
  std::size_t touched = 0;
  for (int i = 0; i < threads; ++i) {
    touched = std::max<std::size_t>(
        touched, processors.all[static_cast<size_t>(i)]->analysis().touched_shared_bytes());
  }
  return touched;
}

// Static shared memory above 48 KiB is refused when a GPU program is built; here it is known only
// when the kernel has used it.
void check_static_shared(const LaunchConfig& config, std::size_t bytes) {
  if (bytes > kUsualSharedBytes) {
    report_error(
        cudaErrorInvalidKernelImage, fmt::format("launch of {}", config.kernel),
        fmt::format("the kernel declares {} bytes of static shared memory; at most {}, and "
                    "nvcc refuses more",
                    bytes, kUsualSharedBytes),
        {config.file, config.line, 0});
  }
}

// What the kernel's __launch_bounds__ says to the block, which is known when the kernel begins.
ConfigVerdict verdict_of_bound(const LaunchConfig& config, long bound) {
  if (bound == 0) {
    return {};
  }
  const u64 threads = u64{config.block.x} * config.block.y * config.block.z;
  return {cudaErrorInvalidValue,
          fmt::format("the kernel is bounded to {} threads a block by __launch_bounds__, and block "
                      "{} has {}: a GPU refuses that; launch smaller blocks, or raise the bound",
                      bound, triple(config.block), threads)};
}

}  // namespace

std::vector<Multiprocessor*> multiprocessors() {
  std::vector<Multiprocessor*> all;
  for (const auto& processor : state().all) {
    all.push_back(processor.get());
  }
  return all;
}

void signal_helpers(int signal) {
  state().pool.signal_helpers(signal);
}

ConfigVerdict check_config(const LaunchConfig& config, std::size_t allowed_dynamic_bytes) {
  const u64 threads = u64{config.block.x} * config.block.y * config.block.z;
  const unsigned block[] = {config.block.x, config.block.y, config.block.z};
  const u64 grid[] = {config.grid.x, config.grid.y, config.grid.z};
  for (int d = 0; d < 3; ++d) {
    const char axis = "xyz"[d];
    if (block[d] == 0 || grid[d] == 0) {
      return {cudaErrorInvalidConfiguration,
              fmt::format("grid {} and block {}: no extent may be 0", triple(config.grid),
                          triple(config.block))};
    }
    if (grid[d] > kMaxGrid[d]) {
      return {
          cudaErrorInvalidConfiguration,
          fmt::format("the grid has {} blocks along {}; at most {}", grid[d], axis, kMaxGrid[d])};
    }
  }
  if (threads > kMaxThreads) {
    return {cudaErrorInvalidConfiguration, fmt::format("block {} has {} threads; at most {}",
                                                       triple(config.block), threads, kMaxThreads)};
  }
  for (int d = 0; d < 3; ++d) {
    if (block[d] > kMaxBlock[d]) {
      return {cudaErrorInvalidConfiguration,
              fmt::format("the block has {} threads along {}; at most {}", block[d], "xyz"[d],
                          kMaxBlock[d])};
    }
  }
  if (config.shared_bytes > allowed_dynamic_bytes) {
    return {cudaErrorInvalidValue,
            fmt::format("{} bytes of dynamic shared memory; at most {}{}", config.shared_bytes,
                        allowed_dynamic_bytes,
                        allowed_dynamic_bytes < kMaxSharedBytes
                            ? ", unless cudaFuncSetAttribute allows the kernel more"
                            : "")};
  }
  return {};
}

int launch_kernel(const LaunchConfig& config, void (*body)(void*), void* argument) {
  Machine& m = machine();
  const Site at{config.file, config.line, 0};
  const std::string call = fmt::format("launch of {}", config.kernel);
  if (m.run == nullptr || m.module == nullptr) {
    return m.errors.set(cudaErrorInitializationError);
  }
  if (m.errors.sticky() != cudaSuccess) {
    return m.errors.sticky();  // what broke the device has been told
  }
  const ConfigVerdict verdict = m.run->options.fail_launches
                                    ? ConfigVerdict{cudaErrorLaunchOutOfResources, ""}
                                    : check_config(config, m.errors.allowed_dynamic_bytes);
  if (verdict.error != cudaSuccess) {
    return report_error(verdict.error, call, verdict.cause, at);
  }
  if (m.next_serial + u64{config.grid.x} * config.grid.y * config.grid.z > kMaxSerial) {
    m.arena.forget_accesses();
    m.next_serial = 1;
  }
  LaunchState launch;
  launch.config = &config;
  launch.body = body;
  launch.argument = argument;
  launch.blocks = u64{config.grid.x} * config.grid.y * config.grid.z;
  launch.first_serial = m.next_serial;
  launch.seed = m.run->options.seed;
  launch.block_step = step_for(launch.blocks, launch.seed);
  m.next_serial += launch.blocks;
  const std::size_t static_bytes = run_grid(&launch, std::max(1, m.run->options.threads));
  if (const auto refused = verdict_of_bound(config, launch.bound); refused.error != cudaSuccess) {
    return report_error(refused.error, call, refused.cause, at);
  }
  m.run->report.launches.push_back({config.kernel,
                                    {config.grid.x, config.grid.y, config.grid.z},
                                    {config.block.x, config.block.y, config.block.z},
                                    static_bytes + config.shared_bytes,
                                    at});
  check_static_shared(config, static_bytes);
  if (launch.error != cudaSuccess) {
    m.errors.stick(static_cast<cudaError_t>(launch.error.load()));
  }
  return cudaSuccess;
}

}  // namespace simt
