// Commands that are scripts. gemmlab docs: builds the pages as a site that needs no network, and
// shows it. gemmlab test: runs gemmlab's own tests, with arguments for meson test.
#include "grader/cli/commands.h"

namespace gemmlab {

int docs(Context& context, const Options& options) {
  std::vector<std::string> words{context.paths.docs() / "site" / "build.py", context.paths.build};
  if (options.open) {
    words.emplace_back("--open");
  }
  become_python(std::move(words));
}

int test(Context& context, const Options& options) {
  std::vector<std::string> words{context.paths.root / "grader" / "upkeep" / "run_tests.py",
                                 context.paths.build};
  words.insert(words.end(), options.test_arguments.begin(), options.test_arguments.end());
  become_python(std::move(words));
}

}  // namespace gemmlab
