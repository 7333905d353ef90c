// Functions that kernels call: thread indices, and waiting for each other.
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "common/simt/analysis/site_table.h"
#include "common/simt/engine/device_functions.h"
#include "common/simt/engine/fibers.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/signals.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/variable_shadow.h"
#include "common/simt/shim/device_functions.h"
#include "common/simt/shim/simt_abi.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane.h"
#include "common/simt/state/launch_state.h"

namespace simt {
namespace {

// Waits for the others of the block or warp and contributes `value`; returns the combined result.
u64 wait(LaneState where, Wish wish, u64 value, const void* return_address) {
  Lane& lane = *hot.lane;
  lane.wish = wish;
  lane.value = value;
  lane.waits_at = access_code(return_address, 0);
  park(where);
  return hot.lane->value;
}

int wait_at_barrier(int site, Wish wish, bool value, const void* return_address) {
  if (hot.lane == nullptr) {
    return 0;
  }
  hot.lane->site = site;
  return static_cast<int>(wait(LaneState::at_barrier, wish, value, return_address));
}

// `words`: how many each lane gets.
u64 wait_for_warp(unsigned mask, Wish wish, u32 words, u64 value, const void* return_address) {
  if (hot.lane == nullptr) {
    return 0;
  }
  hot.lane->words = words;
  hot.lane->mask = mask;
  return wait(LaneState::at_warp_barrier, wish, value, return_address);
}

// By the running launch.
bool is_written(const GlobalShadow& cells, u64 begin, u64 address) {
  const u64 writer = cells.written[(address - begin) / 4];
  return is_split(writer) ? last_writer(writer) == kAnyKernel
                          : writer >= running.launch->first_serial << 32;
}

}  // namespace

uint3 thread_index() {
  return hot.lane != nullptr ? hot.lane->index : uint3{};
}
uint3 block_index() {
  return running.block;
}
dim3 block_extents() {
  return running.launch != nullptr ? running.launch->config->block : dim3();
}
dim3 grid_extents() {
  return running.launch != nullptr ? running.launch->config->grid : dim3();
}

int change() {
  return current_machine().run != nullptr ? current_machine().run->options.change : 0;
}

void barrier(int site) {
  wait_at_barrier(site, Wish::none, false, __builtin_return_address(0));
}
int barrier_count(int site, int predicate) {
  return wait_at_barrier(site, Wish::count, predicate != 0, __builtin_return_address(0));
}
int barrier_and(int site, int predicate) {
  return wait_at_barrier(site, Wish::all, predicate != 0, __builtin_return_address(0));
}
int barrier_or(int site, int predicate) {
  return wait_at_barrier(site, Wish::any, predicate != 0, __builtin_return_address(0));
}

void warp_barrier(unsigned mask) {
  wait_for_warp(mask, Wish::none, 0, 0, __builtin_return_address(0));
}

std::uint64_t shuffle(unsigned mask, Shuffle kind, std::uint64_t value, int argument, int width,
                      std::size_t bytes) {
  if (hot.lane == nullptr) {
    return value;
  }
  hot.lane->shuffle = kind;
  hot.lane->argument = argument;
  hot.lane->width = width;
  const auto words = static_cast<u32>((bytes + 3) / 4);
  return wait_for_warp(mask, Wish::shuffle, words, value, __builtin_return_address(0));
}

unsigned ballot(unsigned mask, int predicate) {
  return static_cast<unsigned>(
      wait_for_warp(mask, Wish::ballot, 1, predicate != 0, __builtin_return_address(0)));
}

std::uint64_t combine(unsigned mask, Combine kind, std::uint64_t value) {
  if (hot.lane == nullptr) {
    return value;
  }
  hot.lane->combine = kind;
  return wait_for_warp(mask, Wish::combine, 1, value, __builtin_return_address(0));
}

// Lanes of one warp never run in step here: the caller waits until no other lane can arrive.
unsigned active_mask() {
  return static_cast<unsigned>(
      wait_for_warp(0, Wish::active_mask, 1, 0, __builtin_return_address(0)));
}

// Ends the running lane's launch at a call of the student's.
[[noreturn]] static void end_by_itself(ThreadEnd how, const void* return_address) {
  lane_fault = {SIGTRAP, access_code(return_address, 0), 0, hot.lane->thread, how};
  leave_launch();
}

void trap() {
  if (hot.lane == nullptr) {
    __builtin_trap();
  }
  end_by_itself(ThreadEnd::trap, __builtin_return_address(0));
}

// Each lane calls this before anything else in the kernel: none continues.
void check_bound(long threads) {
  LaunchState* const launch = running.launch;
  if (hot.lane != nullptr && threads > 0 && launch->threads() > threads) {
    launch->bound = threads;
    leave_launch();
  }
}

// Each lane of a launch that is refused comes here.
void find_kernel(const void* place) {
  LaunchState* const launch = running.launch;
  const Machine& machine = current_machine();
  const u64 kernel = machine.module->function_at(reinterpret_cast<u64>(place));
  const std::size_t allowed = machine.shared_limits.limit_of(kernel);
  launch->seeks_kernel = launch->config->shared_bytes > allowed;
  if (launch->seeks_kernel) {
    launch->dynamic_limit = allowed;
    leave_launch();
  }
}

void thread_fence() {
  if (hot.lane != nullptr) {
    running.launch->fenced = true;
    log_access(nullptr, kFence, __builtin_return_address(0));
  }
}

void read_only_load(const void* address) {
  const u64 word = reinterpret_cast<u64>(address) & ~u64{3};
  const Arena& arena = current_machine().arena;
  const VariableShadow& variables = current_machine().variables;
  const bool is_old =
      hot.lane != nullptr &&
      (arena.contains(word)
           ? is_written(arena.shadow(), arena.begin(), word)
           : variables.contains(word) && is_written(variables.cells(), variables.begin(), word));
  if (is_old) {
    const void* const from = __builtin_return_address(0);
    read_only_loads.note(access_code(from, 2));
    log_access(reinterpret_cast<const void*>(word), 2, from);
  }
}

}  // namespace simt

// C's assert() calls this: in a kernel it must not abort the host's process.
extern "C" [[noreturn]] void __assert_fail(const char* text, const char* file, unsigned line,
                                           const char* function) noexcept {
  if (simt::hot.lane == nullptr) {
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, text);
    std::abort();
  }
  // The same text as on a GPU.
  const uint3 block = simt::block_index(), thread = simt::thread_index();
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               file, line, function, block.x, block.y, block.z, thread.x, thread.y, thread.z, text);
  simt::end_by_itself(gemmlab::ThreadEnd::assertion, __builtin_return_address(0));
}

// ---- what kernels print: modules are linked with --wrap, which renames their calls ----

namespace simt {
namespace {

// The host can catch what a kernel prints, and read the numbers: a run that hides what kernels
// store prints none.
bool is_hidden_from_host() {
  if (hot.lane == nullptr || current_machine().run->options.read_back == ReadBack::as_it_is) {
    return false;
  }
  return current_machine().run->report.hid_from_host = true;
}

}  // namespace
}  // namespace simt

extern "C" {

int __wrap_vprintf(const char* format, va_list arguments) {
  return simt::is_hidden_from_host() ? 0 : std::vprintf(format, arguments);
}
int __wrap_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int printed = __wrap_vprintf(format, arguments);
  va_end(arguments);
  return printed;
}
// What compilers make of printf.
int __wrap_puts(const char* text) {
  return simt::is_hidden_from_host() ? 0 : std::puts(text);
}
int __wrap_putchar(int character) {
  return simt::is_hidden_from_host() ? character : std::putchar(character);
}

}  // extern "C"
