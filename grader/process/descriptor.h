// File descriptors that close themselves.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace gemmlab {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (is_open()) {
      close(number_);
    }
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  bool is_open() const { return number_ >= 0; }
  int get() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
};

// Closed on execve. Throws std::system_error.
inline Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Appends available data and returns the number of bytes: 0 at the end of the file, or if there is
// no data and the descriptor does not block.
inline std::size_t read_some(int descriptor, std::string& text) {
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
