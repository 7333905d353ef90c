// attack: talks to a program outside by a local socket, named and abstract
// verdict: WRONG

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
bool connects(const char* name, bool is_abstract) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path + is_abstract, name);
  const socklen_t size = offsetof(sockaddr_un, sun_path) + is_abstract + std::strlen(name);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return connect(fd, reinterpret_cast<sockaddr*>(&address), size) == 0;
}
bool attack() {
  return connects(TARGET_SOCKET, false) | connects(TARGET_SOCKET, true);
}
