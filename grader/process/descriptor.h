// File descriptors that close themselves.
#pragma once

#include <unistd.h>

#include <string>
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
Pipe make_pipe();

// Appends some of what can be read, and tells how many bytes that were: 0 at the end of the file,
// or if nothing is there and the descriptor does not wait.
std::size_t read_some(int descriptor, std::string& text);

}  // namespace gemmlab
