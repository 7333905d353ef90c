#include "grader/cli/commands/ptxas_output.h"

#include <algorithm>
#include <regex>

namespace gemmlab {

int registers_in(const std::string& ptxas_output) {
  static const std::regex used(R"(Used (\d+) registers)");
  int most = 0;
  for (std::sregex_iterator at(ptxas_output.begin(), ptxas_output.end(), used), end; at != end;
       ++at) {
    most = std::max(most, std::stoi((*at)[1]));
  }
  return most;
}

}  // namespace gemmlab
