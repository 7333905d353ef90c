// attack: opens sockets to the kernel, the wire and the host of a virtual machine
// verdict: WRONG

#include <sys/socket.h>
bool attack() {
  return (socket(AF_NETLINK, SOCK_RAW, 0) >= 0) | (socket(AF_PACKET, SOCK_RAW, 0) >= 0) |
         (socket(40, SOCK_STREAM, 0) >= 0) | (socket(AF_ALG, SOCK_SEQPACKET, 0) >= 0);
}
