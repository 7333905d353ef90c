// Commands that are scripts. gemmlab docs: builds the pages as a site that needs no network, and
// shows it. gemmlab test: runs gemmlab's own tests, with arguments for meson test.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {

struct DocsOptions {
  bool open = false;  // show the site
};

struct TestOptions {
  std::vector<std::string> arguments;  // passed on to meson test
};

// Both go on as the script, which decides on the exit code. Throw InfrastructureError.
int docs(Context& context, const DocsOptions& options);
int test(Context& context, const TestOptions& options);

}  // namespace gemmlab
