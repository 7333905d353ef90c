// Launches: CUDA's limits, and the order of their blocks.
#include <algorithm>
#include <boost/core/noncopyable.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/run_report.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/engine/launch_facts.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/engine/random.h"
#include "common/simt/engine/streams.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/pages.h"
#include "common/simt/shim/cuda_types.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/launch_state.h"

namespace simt {
namespace {

constexpr u64 kMaxSerial = 0xffffffff;  // shadow cells have 32 bits for it

// A step that visits each block once, near the golden section of their number.
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

BeyondLimit beyond_dynamic(const LaunchConfig& config, std::size_t allowed) {
  const LaunchLimit limit =
      allowed < kMaxSharedBytes ? LaunchLimit::dynamic_shared_unasked : LaunchLimit::dynamic_shared;
  return {limit, static_cast<std::int64_t>(config.shared_bytes), allowed};
}

// Checks a launch configuration by CUDA's rules: nothing, or the cause for refusing it.
std::optional<ApiCause> refusal_of(const LaunchConfig& config, std::size_t allowed_dynamic_bytes) {
  const auto& [grid, block] = std::tie(config.grid, config.block);
  const std::int64_t threads = std::int64_t{block.x} * block.y * block.z;
  const BeyondLimit limits[] = {
      {LaunchLimit::grid_x, grid.x, kMaxGrid[0]},
      {LaunchLimit::grid_y, grid.y, kMaxGrid[1]},
      {LaunchLimit::grid_z, grid.z, kMaxGrid[2]},
      {LaunchLimit::block_threads, threads, kMaxThreads},
      {LaunchLimit::block_x, block.x, kMaxBlock[0]},
      {LaunchLimit::block_y, block.y, kMaxBlock[1]},
      {LaunchLimit::block_z, block.z, kMaxBlock[2]},
      beyond_dynamic(config, allowed_dynamic_bytes),
  };
  const auto* beyond = std::ranges::find_if(
      limits, [](const auto& limit) { return static_cast<u64>(limit.value) > limit.most; });
  if (beyond != std::end(limits)) {
    return *beyond;  // also if there are no blocks: a tile of 64 x 64 leaves none of a small matrix
  }
  const bool is_empty = threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0;
  return is_empty ? std::optional<ApiCause>(EmptyLaunch{}) : std::nullopt;
}

// What is another thing on a GPU: device variables that the host took by their names, and objects
// with the host's virtual functions.
void note_host_addresses(Machine& machine, std::string_view arguments, AccessCode code) {
  for (std::size_t at = 0; at + sizeof(u64) <= arguments.size(); at += sizeof(u64)) {
    u64 address = 0;
    std::memcpy(&address, arguments.data() + at, sizeof address);
    if (const Variable* variable = machine.module->shadow_variable_at(address)) {
      machine.note_shadow_variable(*variable, Flaw::device_variable_passed, address, code);
    } else if (machine.module->is_virtual_table(address)) {
      machine.run->host_findings.note(FindingKind::wrong_address_space, code, [&] {
        return bad_access(Flaw::virtual_functions_passed, {}, code, AddressPlace{address});
      });
    }
  }
}

// Arguments that point to the host's memory, as far as their bits tell.
std::vector<u64> host_pointers_in(const Machine& machine, std::string_view arguments) {
  constexpr u64 kLowest = 1 << 16, kHighest = u64{1} << 47;
  std::vector<u64> pointers;
  for (std::size_t at = 0; at + sizeof(u64) <= arguments.size(); at += sizeof(u64)) {
    u64 address = 0;
    std::memcpy(&address, arguments.data() + at, sizeof address);
    if (address >= kLowest && address < kHighest && !machine.arena.contains(address) &&
        !machine.module->is_code(address) && !machine.module->is_data(address) &&
        is_mapped(address)) {
      pointers.push_back(address);
    }
  }
  return pointers;
}

cudaError_t error_of(const ApiCause& cause) {
  const auto* beyond = get_if<BeyondLimit>(&cause);
  if (beyond == nullptr || beyond->limit < LaunchLimit::dynamic_shared) {
    return cudaErrorInvalidConfiguration;
  }
  const bool is_refused_by_nvcc =
      beyond->limit == LaunchLimit::static_shared || beyond->limit == LaunchLimit::constant;
  return is_refused_by_nvcc ? cudaErrorInvalidKernelImage : cudaErrorInvalidValue;
}

// A launch of a kernel that is known only when it begins, with more shared memory than each kernel
// may have.
bool depends_on_kernel(const LaunchConfig& config) {
  return config.function == nullptr && config.shared_bytes > kUsualSharedBytes;
}

std::size_t allowed_dynamic_bytes(const Machine& machine, const LaunchConfig& config) {
  return config.function != nullptr
             ? machine.shared_limits.limit_of(reinterpret_cast<u64>(config.function))
             : machine.shared_limits.largest();
}

// While it exists, the running work cannot use memory that is not certainly there.
class ForbiddenMemory : boost::noncopyable {
 public:
  explicit ForbiddenMemory(Machine* machine) : machine_(*machine) {
    machine_.ordered_memory.for_each_forbidden(machine_.streams.current(),
                                               [&](u64 begin, Allocation::Use use) {
                                                 machine_.arena.set_use(begin, use);
                                                 forbidden_.push_back(begin);
                                               });
  }
  ~ForbiddenMemory() {
    for (const u64 begin : forbidden_) {
      machine_.arena.set_use(begin, Allocation::Use::allowed);
    }
  }

 private:
  Machine& machine_;
  std::vector<u64> forbidden_;
};

cudaError_t run_launch(Machine& machine, const LaunchConfig& config, void (*body)(void*),
                       void* argument, const std::vector<u64>& host_pointers) {
  if (machine.errors.sticky() != cudaSuccess) {
    return machine.errors.sticky();  // the broken device was already reported
  }
  LaunchState launch;
  launch.config = &config;
  launch.body = body;
  launch.argument = argument;
  launch.grid = config.grid;
  launch.block = config.block;
  launch.host_pointers = host_pointers;
  launch.blocks = u64{config.grid.x} * config.grid.y * config.grid.z;
  if (machine.next_serial + launch.blocks > kMaxSerial) {
    machine.arena.forget_accesses();
    machine.next_serial = 1;
  }
  launch.first_serial = machine.next_serial;
  launch.seed = machine.run->options.seed;
  launch.block_step = step_for(launch.blocks, launch.seed);
  launch.seeks_kernel = depends_on_kernel(config);
  machine.next_serial += launch.blocks;
  {
    const ForbiddenMemory forbidden(&machine);
    multiprocessor().run_blocks(&launch);
  }
  machine.run->last_launch = launch;
  const std::size_t static_bytes = multiprocessor().analysis().touched_shared_bytes();
  // The kernel's __launch_bounds__ are known only when the kernel begins.
  if (const long bound = launch.bound; bound != 0) {
    const BeyondLimit beyond{LaunchLimit::launch_bounds, launch.threads(), static_cast<u64>(bound)};
    return machine.fail(cudaErrorInvalidValue, failed_launch(config, beyond));
  }
  if (launch.dynamic_limit != 0) {
    return machine.fail(cudaErrorInvalidValue,
                        failed_launch(config, beyond_dynamic(config, launch.dynamic_limit)));
  }
  LaunchShape shape = shape_of(config);
  shape.shared_bytes += static_bytes;
  shape.loaded = multiprocessor().analysis().newly_loaded_bytes();
  add(machine.run->report.counts.launches, shape);
  // What no GPU would have run: the size is known only after the kernel has used it.
  const u64 most = allowed_dynamic_bytes(machine, config) > kUsualSharedBytes ? kMaxSharedBytes
                                                                              : kUsualSharedBytes;
  const auto own = static_cast<std::int64_t>(static_bytes);
  const auto all = own + static_cast<std::int64_t>(config.shared_bytes);
  const auto constant = static_cast<std::int64_t>(machine.module->constant_bytes());
  for (const BeyondLimit& limit : {BeyondLimit{LaunchLimit::static_shared, own, kUsualSharedBytes},
                                   BeyondLimit{LaunchLimit::all_shared, all, most},
                                   BeyondLimit{LaunchLimit::constant, constant, kConstantBytes}}) {
    if (static_cast<u64>(limit.value) > limit.most) {
      machine.fail(error_of(limit), failed_launch(config, limit));
      break;
    }
  }
  if (launch.error != cudaSuccess) {
    machine.errors.stick(static_cast<cudaError_t>(launch.error));
  }
  return cudaSuccess;
}

}  // namespace

int launch_kernel(const LaunchConfig& config, void (*body)(void*), void* argument,
                  std::size_t argument_bytes) {
  Machine& machine = current_machine();
  const std::lock_guard lock(machine.in_use);
  if (machine.run == nullptr || machine.module == nullptr) {
    return machine.errors.set(cudaErrorInitializationError);
  }
  const DeviceAccess access(machine);
  if (machine.errors.sticky() != cudaSuccess) {
    return machine.errors.sticky();
  }
  if (machine.run->options.fail_launches) {
    return machine.fail(cudaErrorLaunchOutOfResources, failed_launch(config, Unexplained{}));
  }
  const Streams& streams = machine.streams;
  if (machine.streams.find(config.stream) == nullptr) {
    const Misuse what =
        streams.was_one(config.stream) ? Misuse::destroyed_stream : Misuse::unknown_stream;
    return machine.fail(cudaErrorInvalidResourceHandle, failed_launch(config, Misused{what}));
  }
  if (const auto cause = refusal_of(config, allowed_dynamic_bytes(machine, config))) {
    return machine.fail(error_of(*cause), failed_launch(config, *cause));
  }
  if (machine.run->options.skip_launches) {
    add(machine.run->report.counts.launches, shape_of(config));
    return cudaSuccess;
  }
  const auto* const begin = static_cast<const char*>(argument);
  note_host_addresses(machine, {begin, argument_bytes},
                      access_code(__builtin_return_address(0), 3));
  const auto error = std::make_shared<cudaError_t>(cudaSuccess);
  machine.streams.add(config.stream,
                      [=, &machine, bytes = std::string(begin, argument_bytes),
                       pointers = host_pointers_in(machine, {begin, argument_bytes})]() mutable {
                        *error = run_launch(machine, config, body, bytes.data(), pointers);
                      });
  if (config.at_once || depends_on_kernel(config) ||
      machine.module->is_beyond_a_bound(config.block.x * config.block.y * config.block.z)) {
    machine.streams.finish(config.stream);  // such a refusal must be known at once
  }
  return *error;
}

}  // namespace simt
