#include "grader/session/device_problem.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace gemmlab {

std::string describe(const DeviceProblem& problem) {
  constexpr std::string_view kTexts[] = {
      "there is not enough memory to time it",
      "the GPU has {free} MiB of memory free, too little for {wanted} MiB: other programs hold the "
      "rest",
      "no NVIDIA driver is installed",
      "the GPU cannot be used ({error})",
      "the simulator counts accesses, it does not measure time",
      "timed calls were asked for before their matrices were staged",
      "an output was asked for that is not there",
  };
  static_assert(std::size(kTexts) == std::size(EnumNames<DeviceTrouble>::all));
  return fmt::format(fmt::runtime(kTexts[static_cast<std::size_t>(problem.trouble)]),
                     fmt::arg("free", problem.free_bytes >> 20),
                     fmt::arg("wanted", (problem.wanted_bytes >> 20) + 1),
                     fmt::arg("error", problem.error));
}

}  // namespace gemmlab
