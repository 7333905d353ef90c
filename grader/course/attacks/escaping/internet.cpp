// attack: opens sockets to the internet
// verdict: WRONG

#include <sys/socket.h>
bool attack() {
  return (socket(AF_INET, SOCK_STREAM, 0) >= 0) | (socket(AF_INET6, SOCK_DGRAM, 0) >= 0) |
         (socket(AF_INET, SOCK_RAW, 1) >= 0);
}
