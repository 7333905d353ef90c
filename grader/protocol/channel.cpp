#include "grader/protocol/channel.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace gemmlab {
namespace {

// Several times the largest reply of an honest program.
constexpr std::uint32_t kMaxText = 1u << 20;

// A part of a text, with room for one descriptor beside it: unix(7).
struct SocketText {
  SocketText(char* bytes, std::size_t size, bool has_descriptor) : text{bytes, size} {
    header.msg_iov = &text;
    header.msg_iovlen = 1;
    header.msg_control = has_descriptor ? attachment : nullptr;
    header.msg_controllen = has_descriptor ? sizeof attachment : 0;
  }

  iovec text;
  alignas(cmsghdr) char attachment[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
};

}  // namespace

// Appends the data of one read; flags as for recv. Returns recv's result; retries on EINTR.
ssize_t Channel::read_some(int flags) {
  char chunk[65536];
  SocketText message(chunk, sizeof chunk, descriptors_ == Descriptors::taken);
  ssize_t got;
  do {
    got = recvmsg(fd_, &message.header, flags | MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (const cmsghdr* const header = got > 0 ? CMSG_FIRSTHDR(&message.header) : nullptr) {
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    received_ = Descriptor(descriptor);
  }
  if (got > 0) {
    buffer_.append(chunk, std::size_t(got));
  }
  return got;
}

bool Channel::send(const std::string& text, int descriptor) const {
  const auto length = std::uint32_t(text.size());
  std::string framed(reinterpret_cast<const char*>(&length), sizeof length);
  framed += text;
  for (std::size_t sent = 0; sent < framed.size();) {
    const bool has_descriptor = descriptor >= 0 && sent == 0;
    SocketText message(framed.data() + sent, framed.size() - sent, has_descriptor);
    if (has_descriptor) {
      cmsghdr* const header = CMSG_FIRSTHDR(&message.header);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof descriptor);
      std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    const ssize_t wrote = sendmsg(fd_, &message.header, MSG_NOSIGNAL);
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
    if (read_some(0) <= 0) {
      return std::nullopt;
    }
  }
}

bool Channel::read_available() {
  ssize_t got = 1;
  while (got > 0 && buffer_.size() <= kMaxText) {  // next() refuses more
    got = read_some(MSG_DONTWAIT);
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
    throw ProtocolError("a message is longer than 1 MiB");
  }
  if (buffer_.size() < sizeof length + length) {
    return std::nullopt;
  }
  std::string text = buffer_.substr(sizeof length, length);
  buffer_.erase(0, sizeof length + length);
  return text;
}

}  // namespace gemmlab
