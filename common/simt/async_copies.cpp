// Copies from global to shared memory that a thread starts and waits for later. Their bytes are
// kept until then.
#include <algorithm>
#include <cstring>

#include "common/simt/lane.h"

namespace simt {

void keep_copy(void* to, const void* from, u64 bytes, u64 zeros) {
  AsyncCopy copy{to, static_cast<u32>(bytes), hot.lane->copy_groups, {}};
  std::memcpy(copy.bytes_kept, from, bytes - zeros);
  hot.lane->copies.push_back(copy);
}

void end_copy_group() {
  if (hot.lane != nullptr) {
    ++hot.lane->copy_groups;
  }
}

void wait_for_copies(std::size_t groups) {
  if (hot.lane == nullptr) {
    return;
  }
  std::vector<AsyncCopy>& copies = hot.lane->copies;
  const auto under_way = std::find_if(copies.begin(), copies.end(), [&](const AsyncCopy& copy) {
    return copy.group + groups >= hot.lane->copy_groups;
  });
  std::for_each(copies.begin(), under_way,
                [](const AsyncCopy& copy) { std::memcpy(copy.to, copy.bytes_kept, copy.bytes); });
  copies.erase(copies.begin(), under_way);
}

}  // namespace simt
