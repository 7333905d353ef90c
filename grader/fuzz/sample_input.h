// What a fuzzer calls with bytes of its own. A crash, a leak, an exception that gets out, too much
// time and too much memory are failures.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gemmlab {

// Each target defines it.
void examine(std::string_view bytes);

// A file with these bytes, while the object lives.
class ForeignFile {
 public:
  explicit ForeignFile(std::string_view bytes) : descriptor_(memfd_create("foreign", 0)) {
    std::size_t written = 0;
    while (written < bytes.size()) {
      const ssize_t more = write(descriptor_, bytes.data() + written, bytes.size() - written);
      written += more > 0 ? std::size_t(more) : bytes.size();
    }
    lseek(descriptor_, 0, SEEK_SET);
  }
  ~ForeignFile() { close(descriptor_); }
  ForeignFile(const ForeignFile&) = delete;
  ForeignFile& operator=(const ForeignFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace gemmlab
