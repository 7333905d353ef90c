#include "grader/cli/commands/scripts.h"

#include <cstdlib>
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

int test(Context& context, const ScriptOptions& options) {
  std::vector<std::string> words{context.paths.root / "grader" / "upkeep" / "run_tests.py",
                                 context.paths.build};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  become_python(std::move(words));
}

int course(Context& context, const ScriptOptions& options) {
  const fs::path grader = context.paths.root / "grader";
  if (!fs::is_directory(grader / "course")) {
    require_solutions(context, options.command);
  }
  const fs::path& build = context.paths.build;
  setenv("PYTHONPATH", grader.c_str(), 1);
  setenv("PYTHONPYCACHEPREFIX", (build / "python").c_str(), 1);  // the tree may be read-only
  std::vector<std::string> words{"-X", "utf8", "-m", "course", build, options.command};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  become_python(std::move(words));
}

}  // namespace gemmlab
