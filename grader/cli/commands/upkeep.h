// gemmlab upkeep: starts the checks of grader/upkeep/ with what only the tool knows.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {

struct UpkeepOptions {
  std::vector<std::string> labs;  // as typed; empty: all
  std::vector<std::string> only;  // one part; empty: all
  bool write = false;             // first update what is derived
  std::string json;               // write to this file and check nothing; empty: check
};

// Returns an ExitCode. Throws InfrastructureError.
int upkeep(Context& context, const UpkeepOptions& options);

}  // namespace gemmlab
