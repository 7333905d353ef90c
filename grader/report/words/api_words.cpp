// CUDA calls that failed, and runs that were stopped.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/report/words/finding_words.h"
#include "grader/report/words/target_words.h"

namespace gemmlab {
namespace {

std::string triple(const std::array<unsigned, 3>& extents) {
  return fmt::format("({})", fmt::join(extents, ", "));
}

// By limit, misuse and so on, each in its order.
constexpr std::string_view kLimits[] = {
    "the grid has {value} blocks along x; at most {most}",
    "the grid has {value} blocks along y; at most {most}",
    "the grid has {value} blocks along z; at most {most}",
    "block {block} has {value} threads; at most {most}",
    "the block has {value} threads along x; at most {most}",
    "the block has {value} threads along y; at most {most}",
    "the block has {value} threads along z; at most {most}",
    "{value} bytes of dynamic shared memory; at most {most}",
    "{value} bytes of dynamic shared memory; at most {most}, unless cudaFuncSetAttribute allows "
    "the "
    "kernel more",
    "the kernel declares {value} bytes of static shared memory; at most {most}, and nvcc refuses "
    "more",
    "the kernel is bounded to {most} threads a block by __launch_bounds__, and block {block} has "
    "{value}: a GPU refuses that; launch smaller blocks, or raise the bound",
};
constexpr std::string_view kMisuses[] = {
    "left over from an earlier launch",
    "the pointer's address is null",
    "the pointer is not to device memory",
    "the pointer did not come from cudaMalloc",
    "the pointer did not come from cudaMallocHost",
    "the pointer did not come from cudaHostAlloc",
    "a default stream cannot be destroyed",
    "the event is null",
    "both events must have been recorded",
};
constexpr std::string_view kBadFrees[] = {
    "{} is not yours to free",
    "it would free all device memory, and {} is not yours to free",
    "{} has been freed before",
    "the pointer is not the start of {}",
};
constexpr std::string_view kBadArguments[] = {
    "the {role} is a null pointer",
    "the {role} is not allocated",
    "the {role}{buffer}, has been freed",
    "{bytes} bytes do not fit into the {role}{buffer}",
};

// What was wrong, behind CUDA's own words; empty: nothing more is known.
struct Cause {
  const LaunchShape launch;

  std::string operator()(const Unexplained&) const { return ""; }

  std::string operator()(const EmptyLaunch&) const {
    return fmt::format("grid {} and block {}: no extent may be 0", triple(launch.grid),
                       triple(launch.block));
  }

  std::string operator()(const BeyondLimit& beyond) const {
    return fmt::format(fmt::runtime(text_of(kLimits, beyond.limit)),
                       fmt::arg("value", beyond.value), fmt::arg("most", beyond.most),
                       fmt::arg("block", triple(launch.block)));
  }

  std::string operator()(const ThreadStopped& stopped) const {
    return words_of(stopped.who) + (stopped.by_division
                                        ? " divides an integer by zero"
                                        : " stops at __trap() or a failed assert()");
  }

  std::string operator()(const Misused& misused) const {
    return std::string(text_of(kMisuses, misused.what));
  }

  std::string operator()(const CannotFree& cannot) const {
    return fmt::format(fmt::runtime(text_of(kBadFrees, cannot.why)), words_of(cannot.buffer));
  }

  std::string operator()(const BadPointer& bad) const {
    return fmt::format(fmt::runtime(text_of(kBadArguments, bad.why)),
                       fmt::arg("role", name(bad.role)), fmt::arg("bytes", bad.bytes),
                       fmt::arg("buffer", bad.buffer ? ", " + words_of(*bad.buffer) : ""));
  }

  std::string operator()(const WrongDirection& wrong) const {
    const auto side = [](bool device) { return device ? "device" : "host"; };
    return fmt::format("the target is {} and the source {} memory, which is not the kind given",
                       side(wrong.to_device), side(wrong.from_device));
  }

  std::string operator()(const OutOfDeviceMemory& wanted) const {
    return fmt::format("{} bytes are wanted, and {} of {} are in use", wanted.bytes, wanted.in_use,
                       wanted.capacity);
  }

  std::string operator()(const PitchTooSmall& rows) const {
    return fmt::format("rows of {} bytes do not fit into a pitch of {}", rows.width, rows.pitch);
  }

  std::string operator()(const SymbolTooSmall& symbol) const {
    return fmt::format("{} bytes do not fit into {}", symbol.bytes, symbol.left);
  }

  std::string operator()(const NoSuchDevice& none) const {
    return fmt::format("device {}; the only one is 0", none.device);
  }
};

std::string words_of_call(const ApiError& error) {
  if (!error.launch) {
    return error.call;
  }
  const auto extents = [](const auto& each) { return fmt::format("{}", fmt::join(each, " x ")); };
  return error.launch->kernel.empty()
             ? fmt::format("launch with a grid of {} and blocks of {} threads",
                           extents(error.launch->grid), extents(error.launch->block))
             : "launch of " + error.launch->kernel;
}

// "The kernel multiply was stopped after 1000 memory accesses, near line 12: does it end?"
std::string words_of_kernel(const OutOfTime& stop, bool has_many_blocks) {
  const std::string why =
      stop.reason == StopReason::budget ? fmt::format("after {} memory accesses", stop.accesses)
      : stop.reason == StopReason::idle_loop ? "while it ran on and on without touching memory"
                                             : "because time was up";
  const std::string near = stop.at.is_known() ? fmt::format(", near line {}", stop.at.line) : "";
  const std::string question = has_many_blocks ? fmt::format("{} of its {} blocks had their turn.",
                                                             stop.begun_blocks, stop.blocks)
                                               : "does it end?";
  return fmt::format("The kernel {} was stopped {}{}: {}", stop.kernel, why, near, question);
}

}  // namespace

std::string sentence(const ApiError& error) {
  const std::string cause = std::visit(Cause{error.launch.value_or(LaunchShape{})}, error.cause);
  const std::string call = words_of_call(error);
  const std::string what =
      fmt::format("{}{}{} ({}).", error.text, cause.empty() ? "" : ": ", cause, error.error);
  if (error.launch && error.error == "cudaErrorLaunchFailure") {
    return fmt::format("The {} failed: {}\nThe kernel was stopped, so C is not complete.", call,
                       what);
  }
  return error.launch ? fmt::format("The {} was refused: {}\nNothing ran, so C stayed as it was.",
                                    call, what)
                      : fmt::format("{} failed: {}", call, what);
}

std::string sentence(const OutOfTime& stop) {
  // Blocks come and go: it is their number.
  constexpr std::uint64_t kMany = 1000;
  const bool has_many_blocks = stop.begun_blocks >= kMany && stop.begun_blocks < stop.blocks;
  const std::string where =
      stop.reason == StopReason::gpu_clock    ? "a kernel was still running on the GPU."
      : stop.reason != StopReason::host_clock ? words_of_kernel(stop, has_many_blocks)
      : stop.at.is_known()                    ? fmt::format("it was near line {}.", stop.at.line)
                                              : "it was in a function that it had called.";
  return fmt::format("The program did not end: {}\nLikely cause: {}", where,
                     has_many_blocks
                         ? "the grid has far more blocks than C has elements, or tiles."
                         : "a loop whose condition never becomes false, or far more work than the "
                           "shape needs.");
}

}  // namespace gemmlab
