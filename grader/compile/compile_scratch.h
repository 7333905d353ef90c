// A folder for the files of one compile, gone at the end of its scope.
#pragma once

#include <filesystem>

namespace gemmlab {

class ScratchFolder {
 public:
  // Made inside `parent`, which is made too. Throws std::system_error.
  explicit ScratchFolder(const std::filesystem::path& parent);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace gemmlab
