#include "grader/machine/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace gemmlab {

ScratchFolder::ScratchFolder(const fs::path& parent) {
  fs::create_directories(parent);
  std::string pattern = (parent / "scratch-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), parent.string());
  }
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace gemmlab
