#include "grader/batch/course_secret.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "grader/core/infrastructure_error.h"
#include "grader/core/pattern.h"
#include "grader/process/descriptor.h"

namespace gemmlab {
namespace {

constexpr std::size_t kSecretBytes = 32;

std::string random_digits() {
  std::array<unsigned char, kSecretBytes> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != ssize_t(bytes.size())) {
    throw InfrastructureError(
        fmt::format("cannot get random numbers from the kernel: {}", std::strerror(errno)));
  }
  std::string digits;
  for (const unsigned char byte : bytes) {
    digits += fmt::format("{:02x}", byte);
  }
  return digits;
}

// Written whole beside it first, so that nobody ever reads a part; of two processes that make one
// at once, one has the name, and both read that.
void make_secret(const fs::path& file) {
  const std::string text = random_digits() + '\n';
  std::string beside = file.string() + "-XXXXXX";
  const Descriptor made(mkostemp(beside.data(), O_CLOEXEC));  // mode 0600
  const bool is_done =
      made.is_open() && write(made.get(), text.data(), text.size()) == ssize_t(text.size()) &&
      fsync(made.get()) == 0 && (link(beside.c_str(), file.c_str()) == 0 || errno == EEXIST);
  const int error = errno;
  if (made.is_open()) {
    unlink(beside.c_str());
  }
  if (!is_done) {
    throw InfrastructureError(fmt::format(
        "cannot make {}: {}. Choose another --out, on a file system with room and links",
        file.string(), std::strerror(error)));
  }
}

}  // namespace

std::string read_course_secret(const fs::path& file) {
  const auto fail = [&](const std::string& why) {
    return InfrastructureError(fmt::format(
        "{} {}. It is the secret from which this course's shapes are drawn, and nothing was "
        "graded. "
        "Bring the file back from a backup. Without one, delete it and run the same command again: "
        "a new one is made, and everybody is graded anew",
        file.string(), why));
  };
  const Descriptor open_file(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!open_file.is_open() || fstat(open_file.get(), &status) != 0) {
    throw fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  std::string text(2 * kSecretBytes + 2, '\0');  // a byte more than it may have
  const ssize_t bytes =
      S_ISREG(status.st_mode) ? read(open_file.get(), text.data(), text.size()) : 0;
  text.resize(std::size_t(std::max<ssize_t>(bytes, 0)));
  static const Pattern form("([0-9a-f]{64})\n?");
  const auto match = form.match(text);
  if (!match) {
    throw fail("is damaged");
  }
  if ((status.st_mode & 0077) != 0) {
    fchmod(open_file.get(), 0600);  // as a copy from elsewhere may be; if not permitted, it stays
  }
  return (*match)[1];
}

std::string course_secret(const fs::path& out) {
  const fs::path file = out / "secret";
  if (!fs::exists(fs::symlink_status(file))) {
    make_secret(file);
  }
  return read_course_secret(file);
}

}  // namespace gemmlab
