#include "common/simt/memory/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace simt {

u64 reserve_addresses(u64 bytes) {
  void* p = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? 0 : reinterpret_cast<u64>(p);
}

u64 page_bytes() {
  static const auto bytes = static_cast<u64>(sysconf(_SC_PAGESIZE));
  return bytes;
}
u64 page_down(u64 address) {
  return address & ~(page_bytes() - 1);
}
u64 page_up(u64 address) {
  return page_down(address + page_bytes() - 1);
}

bool is_mapped(u64 address) {
  void* page = reinterpret_cast<void*>(page_down(address));
  return madvise(page, page_bytes(), MADV_NORMAL) == 0 || errno != ENOMEM;
}

bool open_pages(u64 begin, u64 end) {
  return mprotect(reinterpret_cast<void*>(page_down(begin)), page_up(end) - page_down(begin),
                  PROT_READ | PROT_WRITE) == 0;
}

void close_pages(u64 begin, u64 end) {
  void* p = reinterpret_cast<void*>(page_down(begin));
  const u64 bytes = page_up(end) - page_down(begin);
  madvise(p, bytes, MADV_DONTNEED);
  mprotect(p, bytes, PROT_NONE);
}

}  // namespace simt
