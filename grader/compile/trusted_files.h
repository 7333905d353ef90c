// Which files a compiler reads are ours or the system's: by where they are, never by their names.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/core/fs.h"

namespace gemmlab {

class TrustedFiles {
 public:
  // folders: those of compilers, of the system and of the simulator; source: the lab file
  TrustedFiles(const std::vector<fs::path>& folders, const fs::path& source);

  // Whether the file lies below one of the folders, whatever links, dots and mounts lead there; and
  // is neither the lab file nor below its folder, unless one of those folders is between. Follows
  // links: only for a process that may read no more than the student.
  bool hold(const std::string& file) const;

 private:
  using Identity = std::pair<dev_t, ino_t>;
  static std::optional<Identity> identity(const fs::path& path);

  std::vector<Identity> folders_;
  std::optional<Identity> source_, source_folder_;
};

}  // namespace gemmlab
