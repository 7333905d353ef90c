#include "grader/cli/course/similar.h"

namespace gemmlab {

int similar(Context& context, const SimilarOptions& options) {
  become_python({context.paths.root / "grader" / "batch" / "similarity" / "similar.py",
                 context.paths.build / "grader" / "cli" / "gemmlab-cli", options.folder,
                 std::to_string(options.percent)});
}

}  // namespace gemmlab
