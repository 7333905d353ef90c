#include "grader/cli/commands/scripts.h"

#include <utility>

#include "grader/cli/context.h"

namespace gemmlab {

int docs(Context& context, const DocsOptions& options) {
  std::vector<std::string> words{context.paths.docs() / "site" / "build.py", context.paths.build};
  if (options.open) {
    words.emplace_back("--open");
  }
  become_python(std::move(words));
}

int test(Context& context, const TestOptions& options) {
  std::vector<std::string> words{context.paths.root / "grader" / "upkeep" / "run_tests.py",
                                 context.paths.build};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  become_python(std::move(words));
}

}  // namespace gemmlab
