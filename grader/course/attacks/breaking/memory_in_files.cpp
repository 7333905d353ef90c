// attack: keeps memory in files that have no name
// verdict: WRONG or CRASHED

#include <sys/mman.h>
bool attack() {
  const std::string block(1 << 20, 'x');
  long mebibytes = 0;
  for (int files = 0; files < 64; ++files) {
    const int file = memfd_create("hidden", 0);
    for (int i = 0; file >= 0 && i < 32 && write(file, block.data(), block.size()) > 0; ++i) {
      ++mebibytes;
    }
  }
  return mebibytes >= 2048;
}
