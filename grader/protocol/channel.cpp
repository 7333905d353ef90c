#include "grader/protocol/channel.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "grader/protocol/messages.h"

namespace gemmlab {
namespace {

constexpr std::uint32_t kMaxText = 16u << 20;

// Appends the data of one read; flags as for recv. Returns recv's result; retries on EINTR.
ssize_t read_some(int fd, int flags, std::string& buffer) {
  char chunk[65536];
  ssize_t got;
  do {
    got = recv(fd, chunk, sizeof chunk, flags);
  } while (got < 0 && errno == EINTR);
  if (got > 0) {
    buffer.append(chunk, std::size_t(got));
  }
  return got;
}

}  // namespace

bool Channel::send(const std::string& text) const {
  const auto length = std::uint32_t(text.size());
  std::string framed(reinterpret_cast<const char*>(&length), sizeof length);
  framed += text;
  for (std::size_t sent = 0; sent < framed.size();) {
    const ssize_t wrote = ::send(fd_, framed.data() + sent, framed.size() - sent, MSG_NOSIGNAL);
    if (wrote < 0 && errno != EINTR) {
      return false;
    }
    sent += wrote > 0 ? std::size_t(wrote) : 0;
  }
  return true;
}

std::optional<std::string> Channel::receive() {
  for (;;) {
    if (auto text = next()) {
      return text;
    }
    if (read_some(fd_, 0, buffer_) <= 0) {
      return std::nullopt;
    }
  }
}

bool Channel::take_in() {
  ssize_t got = 1;
  while (got > 0 && buffer_.size() <= kMaxText) {  // next() refuses more
    got = read_some(fd_, MSG_DONTWAIT, buffer_);
  }
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
}

std::optional<std::string> Channel::next() {
  std::uint32_t length;
  if (buffer_.size() < sizeof length) {
    return std::nullopt;
  }
  std::memcpy(&length, buffer_.data(), sizeof length);
  if (length > kMaxText) {
    throw ProtocolError("a message is longer than 16 MiB");
  }
  if (buffer_.size() < sizeof length + length) {
    return std::nullopt;
  }
  std::string text = buffer_.substr(sizeof length, length);
  buffer_.erase(0, sizeof length + length);
  return text;
}

}  // namespace gemmlab
