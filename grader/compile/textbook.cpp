#include "grader/compile/compile.h"

#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

std::string file_name(Backend kind) {
  return std::string(name(kind)) + ".so";
}

}  // namespace

fs::path kept_module(const Lab& lab, Backend kind) {
  return fs::path(lab.slug()) / file_name(kind);
}

std::string handed_out_skeleton(const Paths& paths, const Lab& lab) {
  return paths.withholds_solutions() ? read_file(paths.reference() / lab.path())
                                     : skeleton_of(read_file(paths.solutions() / lab.path()));
}

bool is_withheld(const fs::path& source) {
  return source.parent_path().parent_path() == paths().solutions() &&
         paths().withholds_solutions() && !fs::exists(source);
}

CompileResult prebuilt(const fs::path& source, Backend kind) {
  const std::string slug = source.parent_path().filename().string();
  const fs::path module = paths().reference() / slug / file_name(kind);
  if (fs::exists(module)) {
    return compiled(module);
  }
  return no_compiler(slug + "'s reference program for the " +
                     (kind == Backend::cuda ? "GPU" : "CPU") +
                     " is not in this hand-out, because the machine that made it had no compiler "
                     "for it. Ask your instructor");
}

}  // namespace gemmlab
