#include "grader/machine/paths.h"

#include "grader/core/read_file.h"

namespace gemmlab {

const Paths& paths() {
  static const Paths found = [] {
    fs::path build = fs::read_symlink("/proc/self/exe");
    while (build.has_relative_path() && !fs::exists(build / "gemmlab.root")) {
      build = build.parent_path();
    }
    return Paths{read_file(build / "gemmlab.root"), build};
  }();
  return found;
}

}  // namespace gemmlab
