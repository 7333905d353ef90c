// attack: keeps memory in the buffers of sockets, in many processes
// verdict: WRONG or CRASHED

#include <sys/socket.h>

bool attack() {
  const std::string block(1 << 16, 'x');
  const int large = 1 << 22;
  std::size_t bytes = 0;
  for (int copies = 0; copies < 3 && fork() != 0; ++copies) {
  }
  for (int ends[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;) {
    for (const int end : ends) {
      setsockopt(end, SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
      for (ssize_t sent; (sent = send(end, block.data(), block.size(), MSG_DONTWAIT)) > 0;) {
        bytes += std::size_t(sent);
      }
    }
  }
  return bytes > std::size_t{64} << 20;
}
