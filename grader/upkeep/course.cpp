#include "grader/upkeep/course.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace gemmlab {

namespace fs = std::filesystem;

namespace {

bool is_ours(const fs::path& folder) {
  static const std::set<std::string> hidden{".ci", ".devcontainer", ".vscode"};
  const std::string name = folder.filename().string();
  return (!name.starts_with('.') || hidden.contains(name)) && name != "build" &&
         name != "__pycache__" && !fs::exists(folder / "meson-private");
}

}  // namespace

std::string Course::text(const fs::path& relative) const {
  std::ifstream in(root / relative, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> Course::files(const std::set<std::string>& extensions) const {
  std::vector<fs::path> found;
  fs::recursive_directory_iterator at(root), end;
  for (; at != end; ++at) {
    const fs::path& path = at->path();
    if (at->is_directory()) {
      if (!is_ours(path) || path == root / "labs") {
        at.disable_recursion_pending();
      }
    } else if (extensions.contains(path.extension().string())) {
      found.push_back(path.lexically_relative(root));
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<fs::path> Course::entries(const fs::path& folder) const {
  std::vector<fs::path> entries;
  if (fs::is_directory(root / folder)) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      entries.push_back(folder / entry.path().filename());
    }
  }
  std::ranges::sort(entries);
  return entries;
}

Course read_course(const fs::path& root) {
  return {.root = root, .labs = read_labs(root / "labs" / "labs.table"), .commands = {}};
}

}  // namespace gemmlab
