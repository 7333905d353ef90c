// The connection of judge and worker: length-prefixed texts over a stream socket.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>

#include "grader/process/descriptor.h"
#include "grader/protocol/protocol_error.h"  // what reading throws

namespace gemmlab {

// The fixed descriptors of a worker's connections.
inline constexpr int kWorkerSocket = 3;
inline constexpr int kWorkerMatrices = 4;

// One end of the connection between judge and worker. Does not own the descriptor.
class Channel {
 public:
  // From a peer that is not trusted nobody takes descriptors: the kernel closes those it sends.
  enum class Descriptors { refused, taken };
  explicit Channel(int fd, Descriptors descriptors = Descriptors::refused)
      : fd_(fd), descriptors_(descriptors) {}

  // False if the other side is gone. `descriptor`: one of ours to hand over with the text; -1:
  // none.
  bool send(const std::string& text, int descriptor = -1) const;

  // Waits for the next text; nothing if the other side is gone. Throws ProtocolError for invalid
  // input (longer than 1 MiB). For the worker, which can block.
  std::optional<std::string> receive();

  // Reads available data without waiting. For the judge, which also checks time limits: call it
  // whenever the socket is readable. False if the other side is gone.
  bool read_available();

  // The next complete text that was read. Throws ProtocolError as receive does.
  std::optional<std::string> next();

  // The last descriptor that came with a text, if it was not taken before.
  Descriptor take_descriptor() { return std::move(received_); }

  int fd() const { return fd_; }

 private:
  ssize_t read_some(int flags);

  int fd_;
  Descriptors descriptors_;
  std::string buffer_;
  Descriptor received_;
};

}  // namespace gemmlab
