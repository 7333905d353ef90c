// What is known about each place in the code that accesses memory: its counts, and for shared
// memory its variable.
#pragma once

#include <array>
#include <set>
#include <vector>

#include "common/facts/counts.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

struct SiteRecord {
  AccessCode code = 0;  // 0: an empty slot of the table
  u16 id = 0;           // process-wide; 0 if there are too many
  gemmlab::AccessCounts global, shared;
  // The shared variable that the site accessed first, in the OS thread's copy.
  u64 home_begin = 0, home_end = 0;
  int home = -1;          // index in Module::shared(), or kDynamicShared
  SourceOrder order = 0;  // 0: not looked up yet
  u64 seen_requests = 0;  // shared requests at the start of the launch
};

class SiteTable {
 public:
  SiteTable() : places_(1 << 10) {}

  SiteRecord& operator[](AccessCode code) {
    SiteRecord& place = place_of(code);
    return place.code == code ? place : add(code);
  }

  void clear();

  template <class Visit>
  void for_each(Visit visit) {
    for (SiteRecord& site : places_) {
      if (site.code != 0) {
        visit(site);
      }
    }
  }

 private:
  // The slot of a code, existing or new.
  SiteRecord& place_of(AccessCode code) {
    size_t place = scattered(code) >> shift_;
    while (places_[place].code != code && places_[place].code != 0) {
      place = (place + 1) & (places_.size() - 1);
    }
    return places_[place];
  }
  SiteRecord& add(AccessCode code);

  std::vector<SiteRecord> places_;  // size is a power of two, at most half full
  size_t used_ = 0;
  unsigned shift_ = 22;  // 32 - log2 of the number of slots
};

// Numbers of sites.
u16 site_number(AccessCode code);
AccessCode code_of_site(u16 number);  // 0 for 0
void forget_site_numbers();

// Places of one kind, the latest few hundred.
class NotedPlaces {
 public:
  void note(AccessCode code) { slot(code) = code; }
  // Not 0, which stands for a place not yet known and for a free slot.
  bool hold(AccessCode code) { return code != 0 && slot(code) == code; }

 private:
  AccessCode& slot(AccessCode code) { return codes_[scattered(code) >> 23]; }
  std::array<AccessCode, 512> codes_{};  // of codes that share a slot, the last one
};

extern constinit NotedPlaces volatiles;        // a loop of another block may wait there
extern constinit NotedPlaces read_only_loads;  // of what this launch has written
extern constinit NotedPlaces block_atomics;    // which blocks cannot share
extern constinit NotedPlaces wide_swaps;       // compare-and-swaps of 8 bytes

extern std::set<AccessCode> exchanges;  // stores that load what was there before

}  // namespace simt
