// A folder for files that nobody needs afterwards.
#pragma once

#include <boost/core/noncopyable.hpp>

#include "grader/core/fs.h"

namespace gemmlab {

// A folder for the files of one compile, deleted at the end of its scope.
class ScratchFolder : boost::noncopyable {
 public:
  // Creates the folder inside `parent`, and `parent` if needed. Throws std::system_error.
  explicit ScratchFolder(const fs::path& parent);
  ~ScratchFolder();

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace gemmlab
