#include "grader/compile/trusted_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>

namespace gemmlab {

std::optional<TrustedFiles::Identity> TrustedFiles::identity(const fs::path& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 ? std::optional<Identity>({status.st_dev, status.st_ino})
                                          : std::nullopt;
}

TrustedFiles::TrustedFiles(const std::vector<fs::path>& folders, const fs::path& source)
    : source_(identity(source)), source_folder_(identity(fs::absolute(source).parent_path())) {
  for (const fs::path& folder : folders) {
    if (const auto found = identity(folder)) {
      folders_.push_back(*found);
    }
  }
}

bool TrustedFiles::hold(const std::string& file) const {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error || !source_ || identity(real) == source_) {
    return false;
  }
  for (fs::path folder = real.parent_path();; folder = folder.parent_path()) {
    const std::optional<Identity> each = identity(folder);
    if (!each || each == source_folder_) {
      return false;
    }
    if (std::ranges::find(folders_, *each) != folders_.end()) {
      return true;
    }
    if (!folder.has_relative_path()) {
      return false;
    }
  }
}

}  // namespace gemmlab
