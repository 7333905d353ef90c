#include "grader/cli/commands/ptxas_output.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace gemmlab {

int registers_in(const std::string& ptxas_output) {
  constexpr std::string_view kBefore = "Used ", kAfter = " registers";
  int most = 0;
  for (std::size_t at = ptxas_output.find(kBefore); at != std::string::npos;
       at = ptxas_output.find(kBefore, at + 1)) {
    char* end = nullptr;
    const long value = std::strtol(ptxas_output.c_str() + at + kBefore.size(), &end, 10);
    if (std::string_view(end).starts_with(kAfter)) {
      most = std::max(most, static_cast<int>(value));
    }
  }
  return most;
}

}  // namespace gemmlab
