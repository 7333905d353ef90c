// Copies from global to shared memory that a thread starts and waits for later. Their bytes are
// kept until then.
#include <algorithm>
#include <cstring>

#include "common/simt/engine/lane.h"

namespace simt {

namespace {

// A NaN that no arithmetic makes: whoever finds it has not waited.
constexpr u32 kUnderWay = 0x7fc0ffeeu;

bool is_under_way(const AsyncCopy& copy) {
  for (u32 at = 0; at < copy.bytes; at += sizeof kUnderWay) {
    if (std::memcmp(static_cast<char*>(copy.to) + at, &kUnderWay, sizeof kUnderWay) != 0) {
      return false;
    }
  }
  return true;
}

// Where somebody stored meanwhile, nobody knows what a GPU would leave: it stays a NaN.
void land(const AsyncCopy& copy) {
  const bool is_same = std::memcmp(copy.to, copy.bytes_kept, copy.bytes) == 0;
  if (is_same || is_under_way(copy)) {
    std::memcpy(copy.to, copy.bytes_kept, copy.bytes);
  } else {
    std::memset(copy.to, 0xff, copy.bytes);
  }
}

}  // namespace

void keep_copy(AccessCode code, void* to, const void* from, u64 bytes, u64 zeros) {
  AsyncCopy copy{to, code, static_cast<u32>(bytes), hot.lane->copy_groups, {}};
  std::memcpy(copy.bytes_kept, from, bytes - zeros);
  for (u64 at = 0; at < bytes; at += sizeof kUnderWay) {
    std::memcpy(static_cast<char*>(to) + at, &kUnderWay, sizeof kUnderWay);
  }
  hot.lane->copies.push_back(copy);
  running.copies = true;
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
  std::for_each(copies.begin(), under_way, land);
  copies.erase(copies.begin(), under_way);
}

}  // namespace simt
