// Foretells which shared accesses the compiler merges into wide instructions. nvcc unrolls the
// loops of a kernel and turns neighbouring accesses of 4 or 8 bytes into one of up to 16, where it
// can know their alignment: where all lanes lie alike within 16 bytes, or within 8. Here such
// accesses of a warp are gathered from barrier to barrier, and from load to store. A loop whose
// body is long is not unrolled: accesses that lie far apart in time stay apart.
#pragma once

#include <map>
#include <vector>

#include "common/simt/request.h"
#include "common/simt/simulator.h"

namespace simt {

class MergePredictor {
 public:
  // `clock`: the block's time, which barriers advance.
  void note(const Request& request, u32 clock);
  // The block, or what it has merged so far, is over.
  void flush();

  const MergedCounts& load() const { return load_; }
  const MergedCounts& store() const { return store_; }
  void clear();

 private:
  // Accesses of the same lanes to the same 16 bytes each, or to the same 8.
  struct Group {
    LaneAddresses lanes;  // addresses are multiples of 16, or of 8
    u32 words = 0;        // a bit for each four bytes that are accessed
    u64 last = 0;         // when it was joined last
  };
  // What a warp has accessed, in one direction, since it last met others or turned round.
  struct Window {
    bool store = false;
    u32 clock = 0;
    u64 accesses = 0;
    std::multimap<u64, Group> groups;  // by the first lane's 16 bytes
  };

  void count(bool store, const LaneAddresses& lanes);
  void close(const Group& group, bool store);
  void close_all(Window* window);

  std::map<u32, Window> windows_;  // by the warp's first thread
  MergedCounts load_, store_;
};

}  // namespace simt
