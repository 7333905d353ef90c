#include "common/simt/analysis/site_table.h"

#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace simt {
namespace {

struct Numbers {
  std::mutex mutex;
  std::unordered_map<AccessCode, u16> numbers;
  std::vector<AccessCode> codes{0};
};

Numbers& all_numbers() {
  static Numbers numbers;
  return numbers;
}

}  // namespace

void SiteTable::clear() {
  places_.assign(places_.size(), {});
  used_ = 0;
}

SiteRecord& SiteTable::add(AccessCode code, size_t place) {
  if (2 * ++used_ > places_.size()) {
    grow();
    place = (code * 2654435761u) >> shift_;
    while (places_[place].code != 0) {
      place = (place + 1) & (places_.size() - 1);
    }
  }
  places_[place].code = code;
  places_[place].id = SiteNumbers::number_of(code);
  return places_[place];
}

void SiteTable::grow() {
  std::vector<SiteRecord> old(places_.size() * 2);
  std::swap(old, places_);
  --shift_;
  for (const SiteRecord& site : old) {
    if (site.code == 0) {
      continue;
    }
    size_t place = (site.code * 2654435761u) >> shift_;
    while (places_[place].code != 0) {
      place = (place + 1) & (places_.size() - 1);
    }
    places_[place] = site;
  }
}

u16 SiteNumbers::number_of(AccessCode code) {
  Numbers& all = all_numbers();
  const std::lock_guard lock(all.mutex);
  const auto [entry, is_new] = all.numbers.try_emplace(code, 0);
  if (is_new && all.codes.size() <= std::numeric_limits<u16>::max()) {
    entry->second = static_cast<u16>(all.codes.size());
    all.codes.push_back(code);
  }
  return entry->second;
}

AccessCode SiteNumbers::code_of(u16 number) {
  Numbers& all = all_numbers();
  const std::lock_guard lock(all.mutex);
  return number < all.codes.size() ? all.codes[number] : 0;
}

void SiteNumbers::clear() {
  Numbers& all = all_numbers();
  const std::lock_guard lock(all.mutex);
  all.numbers.clear();
  all.codes.assign(1, 0);
}

}  // namespace simt
