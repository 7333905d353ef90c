#include "grader/cli/class/out_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "grader/cli/context.h"

namespace gemmlab {

OutLock::OutLock(const std::filesystem::path& file, bool wait)
    : file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (file_ < 0) {
    throw UsageError(fmt::format("{} cannot be written to.", file.parent_path().string()));
  }
  is_held_ = flock(file_, wait ? LOCK_EX : LOCK_EX | LOCK_NB) == 0;
}

OutLock::~OutLock() {
  close(file_);
}

}  // namespace gemmlab
