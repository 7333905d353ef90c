#include "grader/process/find_program.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace gemmlab {

namespace fs = std::filesystem;

std::optional<fs::path> if_executable(const fs::path& path) {
  std::error_code ignored;
  const bool runs = fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
  return runs ? std::optional<fs::path>(path) : std::nullopt;
}

std::optional<fs::path> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty() && folder.front() == '/') {
      if (const auto found = if_executable(fs::path(folder) / name)) {
        return found;
      }
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
