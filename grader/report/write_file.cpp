#include "grader/report/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace gemmlab {
namespace {

[[noreturn]] void fail(const fs::path& path, int error) {
  throw std::runtime_error(
      fmt::format("cannot write {}: {}", path.string(),
                  error == ENOENT ? "its folder does not exist" : std::strerror(error)));
}

bool is_written_directly(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

fs::path temporary_beside(const fs::path& path) {
  return path.parent_path() / fmt::format(".{}.{}.part", path.filename().string(), getpid());
}

int open_or_fail(const fs::path& file, int flags, const fs::path& shown) {
  if (fs::is_directory(shown)) {
    fail(shown, EISDIR);
  }
  const int descriptor = open(file.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    fail(shown, errno);
  }
  return descriptor;
}

// 0, or the errno of the failure. Closes the descriptor.
int write_and_close(int descriptor, std::string_view text) {
  int error = 0;
  while (error == 0 && !text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  return close(descriptor) == 0 || error != 0 ? error : errno;
}

}  // namespace

void write_atomically(const fs::path& path, std::string_view text) {
  const bool is_direct = is_written_directly(path);
  const fs::path file = is_direct ? path : temporary_beside(path);
  int error = write_and_close(open_or_fail(file, is_direct ? 0 : O_CREAT | O_TRUNC, path), text);
  if (error == 0 && !is_direct && std::rename(file.c_str(), path.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) {
    if (!is_direct) {
      unlink(file.c_str());
    }
    fail(path, error);
  }
}

void require_writable(const fs::path& path) {
  if (is_written_directly(path)) {
    if (access(path.c_str(), W_OK) != 0) {
      fail(path, errno);
    }
    return;
  }
  const fs::path temporary = temporary_beside(path);
  close(open_or_fail(temporary, O_CREAT | O_EXCL, path));
  unlink(temporary.c_str());
}

}  // namespace gemmlab
