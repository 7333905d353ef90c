#include "grader/report/words/stop_words.h"

#include <fmt/format.h>

#include <cstdint>

#include "grader/report/words/count.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

// "The kernel multiply was stopped after 1000 memory accesses, near line 12: does it ever end?"
std::string words_of_kernel(const OutOfTime& stop, bool has_many_blocks) {
  const std::string why = stop.reason <= StopReason::waiting
                              ? "after " + counted(stop.accesses, "memory access")
                          : stop.reason == StopReason::idle_loop
                              ? "because it kept running without a new access to memory"
                              : "because its time was up";
  const std::string near = stop.at.is_known() ? fmt::format(", near line {}", stop.at.line) : "";
  const std::string question = has_many_blocks ? fmt::format("{} of its {} blocks had started.",
                                                             stop.begun_blocks, stop.blocks)
                                               : "does it ever end?";
  return fmt::format("the kernel {} was stopped {}{}: {}", stop.kernel, why, near, question);
}

}  // namespace

std::string sentence(const OutOfTime& stop) {
  // Blocks start and end, so not one of them but their number is the problem.
  constexpr std::uint64_t kMany = 1000;
  const bool has_many_blocks = stop.begun_blocks >= kMany && stop.begun_blocks < stop.blocks;
  const std::string where =
      stop.reason == StopReason::gpu_clock    ? "a kernel was still running on the GPU."
      : stop.reason != StopReason::host_clock ? words_of_kernel(stop, has_many_blocks)
      : stop.at.is_known()                    ? fmt::format("it was near line {}.", stop.at.line)
                                              : "it was in a function that it had called.";
  return fmt::format("The program did not end: {}\nLikely cause: {}", where,
                     text_of("endless", has_many_blocks                      ? "many_blocks"
                                        : stop.reason == StopReason::waiting ? "waiting"
                                                                             : "-"));
}

}  // namespace gemmlab
