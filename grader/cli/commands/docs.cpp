// gemmlab docs: builds the pages as a site that needs no network, and shows it.
#include "grader/cli/commands.h"

namespace gemmlab {

int docs(Context& context, const Options& options) {
  std::vector<std::string> words{context.paths.docs() / "site" / "build.py", context.paths.build};
  if (options.open) {
    words.emplace_back("--open");
  }
  become_python(std::move(words));
}

}  // namespace gemmlab
