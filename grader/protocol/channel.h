// Length-prefixed texts over a stream socket.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace gemmlab {

// One end of the connection between judge and worker. Does not own the descriptor.
class Channel {
 public:
  explicit Channel(int fd) : fd_(fd) {}

  // False if the other side is gone.
  bool send(const std::string& text) const;

  // Waits for the next text; nothing if the other side is gone. Throws ProtocolError for invalid
  // input (longer than 16 MiB). For the worker, which can block.
  std::optional<std::string> receive();

  // Reads available data without waiting. For the judge, which also checks time limits: call it
  // whenever the socket is readable. False if the other side is gone.
  bool take_in();

  // The next complete text that was read. Throws ProtocolError as receive does.
  std::optional<std::string> next();

  int fd() const { return fd_; }

 private:
  int fd_;
  std::string buffer_;
};

}  // namespace gemmlab
