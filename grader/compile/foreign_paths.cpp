#include "grader/compile/foreign_paths.h"

#include <algorithm>

#include "grader/compile/provided_headers.h"
#include "grader/machine/paths.h"
#include "grader/machine/toolchain.h"

namespace gemmlab {

const std::vector<std::string>& foreign_paths() {
  static const std::vector<std::string> prefixes = [] {
    std::vector<std::string> found{"/usr/include/",
                                   "/usr/lib/",
                                   "/usr/local/include/",
                                   (paths().contract_headers() / "").string(),
                                   (paths().simulator_headers() / "").string(),
                                   (provided_headers() / "").string()};
    for (const auto& compiler : {toolchain().host, toolchain().clang}) {
      if (compiler && !compiler->path.string().starts_with("/usr/")) {
        const auto folders = header_folders(*compiler);
        found.insert(found.end(), folders.begin(), folders.end());
      }
    }
    if (toolchain().nvcc) {
      const auto toolkit = toolchain().nvcc->path.parent_path().parent_path();
      found.push_back((toolkit / "").string());
      found.push_back((fs::canonical(toolkit) / "").string());
    }
    return found;
  }();
  return prefixes;
}

bool is_students(const fs::path& file) {
  return !is_foreign(file.string(), foreign_paths());
}

bool is_foreign(const std::string& file, const std::vector<std::string>& foreign) {
  // clang writes /usr/bin/../lib/gcc
  const std::string path = fs::path(file).lexically_normal().string();
  return file.starts_with('<') || std::ranges::any_of(foreign, [&](const std::string& prefix) {
           return path.starts_with(prefix);
         });
}

}  // namespace gemmlab
