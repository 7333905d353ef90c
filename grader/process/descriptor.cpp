#include "grader/process/descriptor.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace gemmlab {

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::size_t read_some(int descriptor, std::string& text) {
  char buffer[4096];
  ssize_t got = 0;
  do {
    got = read(descriptor, buffer, sizeof buffer);
  } while (got < 0 && errno == EINTR);
  const auto bytes = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  text.append(buffer, bytes);
  return bytes;
}

}  // namespace gemmlab
