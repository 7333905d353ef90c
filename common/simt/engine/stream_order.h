// The order that a program has given to the work in its streams: which work is certainly done
// before which other, however fast each stream is.
#pragma once

#include <algorithm>
#include <map>

#include "common/simt/state/integers.h"

namespace simt {

// One piece of work. Numbers are unique: later calls of the host have larger ones.
struct WorkNumber {
  u64 stream = 0;
  u64 number = 0;
};

// Work that is certainly done: of each stream all up to some number.
class Done {
 public:
  bool includes(WorkNumber work) const { return work.number <= last_of(work.stream); }
  u64 last_of(u64 stream) const {
    const auto last = last_.find(stream);
    return last == last_.end() ? all_ : std::max(all_, last->second);
  }
  void add(WorkNumber work) {
    if (!includes(work)) {
      last_[work.stream] = work.number;
    }
  }
  void add(const Done& other) {
    if (all_ < other.all_) {
      add_all(other.all_);
    }
    for (const auto& [stream, number] : other.last_) {
      add({stream, number});
    }
  }
  // All work of all streams up to that number.
  void add_all(u64 number) {
    all_ = number;
    std::erase_if(last_, [=](const auto& last) { return last.second <= number; });
  }

 private:
  u64 all_ = 0;
  std::map<u64, u64> last_;
};

}  // namespace simt
