// attack: keeps memory in pipes, in many processes
// verdict: WRONG or CRASHED

#include <sys/mman.h>

bool attack() {
  const std::string block(1 << 16, 'x');
  long* const sum = static_cast<long*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (int copies = 0; copies < 7 && fork() != 0; ++copies) {
  }
  long bytes = 0;
  for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;) {
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    for (ssize_t sent; (sent = write(ends[1], block.data(), block.size())) > 0;) {
      bytes += sent;
    }
  }
  if (sum != MAP_FAILED) {
    bytes = __sync_add_and_fetch(sum, bytes);
    usleep(500000);
    bytes = *static_cast<volatile long*>(sum);
  }
  return bytes > 68 << 20;  // one user's usual share of the machine's pipes
}
