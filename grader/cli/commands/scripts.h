// Commands that are programs in Python. gemmlab docs: builds the pages as a site that needs no
// network, and shows it. gemmlab test: runs gemmlab's own tests, with arguments for meson test.
// gemmlab batch, gradescope, handout and similar: all that is about a class, in grader/course.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {

struct DocsOptions {
  bool open = false;  // show the site
};

struct ScriptOptions {
  std::string command;
  std::vector<std::string> arguments;  // which the script reads
};

// All go on as the program, which decides on the exit code. Throw InfrastructureError.
int docs(Context& context, const DocsOptions& options);
int test(Context& context, const ScriptOptions& options);
int course(Context& context, const ScriptOptions& options);

}  // namespace gemmlab
