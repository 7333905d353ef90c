#include "common/simt/analysis/site_table.h"

#include <limits>
#include <unordered_map>
#include <utility>

#include "common/simt/state/integers.h"

namespace simt {
namespace {

struct Numbers {
  std::unordered_map<AccessCode, u16> numbers;
  std::vector<AccessCode> codes{0};
};

Numbers& all_numbers() {
  static Numbers numbers;
  return numbers;
}

}  // namespace

constinit NotedPlaces volatiles, read_only_loads, block_atomics, wide_swaps;
std::set<AccessCode> exchanges;

void SiteTable::clear() {
  places_.assign(places_.size(), {});
  used_ = 0;
}

SiteRecord& SiteTable::add(AccessCode code) {
  if (2 * ++used_ > places_.size()) {
    std::vector<SiteRecord> old(places_.size() * 2);
    std::swap(old, places_);
    --shift_;
    for (const SiteRecord& site : old) {
      if (site.code != 0) {
        place_of(site.code) = site;
      }
    }
  }
  SiteRecord& site = place_of(code);
  site.code = code;
  site.id = site_number(code);
  return site;
}

u16 site_number(AccessCode code) {
  Numbers& all = all_numbers();
  const auto [entry, is_new] = all.numbers.try_emplace(code, 0);
  if (is_new && all.codes.size() <= std::numeric_limits<u16>::max()) {
    entry->second = static_cast<u16>(all.codes.size());
    all.codes.push_back(code);
  }
  return entry->second;
}

AccessCode code_of_site(u16 number) {
  Numbers& all = all_numbers();
  return number < all.codes.size() ? all.codes[number] : 0;
}

void forget_site_numbers() {
  Numbers& all = all_numbers();
  all.numbers.clear();
  all.codes.assign(1, 0);
}

}  // namespace simt
