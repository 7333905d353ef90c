#include "common/simt/source/source_order.h"

#include <algorithm>

#include "common/simt/source/module.h"

namespace simt {

using gemmlab::Place;

namespace {

constexpr size_t kLevels = 5;

constexpr u32 kMaxColumn = 239;

bool is_student_file(const std::string& path) {
  return path.find("common/simt/shim/") == std::string::npos && !path.starts_with("/usr/");
}

std::vector<Place>::const_iterator innermost_of_student(const std::vector<Place>& chain) {
  return std::find_if(chain.begin(), chain.end(),
                      [](const Place& site) { return is_student_file(site.file); });
}

// The last of the ranges that begin in the line or before; null if there is none.
const LineRange* range_at(const std::vector<LineRange>& ranges, int line) {
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), line,
                       [](int at, const LineRange& range) { return at < range.first; });
  return after == ranges.begin() ? nullptr : &*std::prev(after);
}

// Of 24 bits: a line, whether it comes after all else in that line, and a column.
u32 place_of(int line, bool last, u32 column) {
  return std::min<u32>(static_cast<u32>(line), 0x7fff) << 9 | (last ? 1 << 8 : 0) | column;
}

u32 place_of_access(const Place& site) {
  return place_of(site.line, false, std::min<u32>(static_cast<u32>(site.column), kMaxColumn));
}

// A store is made when all of its statement is done.
u32 place_of_store(const Place& site, const Module& module) {
  const LineRange* statement = range_at(module.long_statements(), site.line);
  const int line = statement == nullptr ? site.line : std::max(site.line, statement->last);
  return place_of(line, true, std::min<u32>(static_cast<u32>(site.column), kMaxColumn));
}

// Another round begins when all of the loop is done, and inner loops are done before outer ones.
u32 place_of_round(const Place& site, const Module& module) {
  const LineRange* loop = range_at(module.loops(), site.line);
  const int last = loop == nullptr ? site.line : std::max(site.line, loop->last);
  const int outwards = std::min(last - site.line, 15);
  return place_of(last, true, kMaxColumn + 1 + static_cast<u32>(outwards));
}

}  // namespace

void SourceMap::use_module(const Module* module) {
  const std::lock_guard lock(mutex_);
  module_ = module;
}

const std::vector<Place>& SourceMap::chain_of(AccessCode code) {
  return positions_.at(module_->address_of(code) - 1);
}

SourceOrder SourceMap::order_of(AccessCode code) {
  const std::lock_guard lock(mutex_);
  const std::vector<Place>& chain = chain_of(code);
  // A round is logged by an inline function of the simulator's.
  const auto innermost = is_round(code) ? innermost_of_student(chain) : chain.begin();
  if (innermost == chain.end()) {
    return SourceOrder{1} << 127 | code;
  }
  SourceOrder order = 0;
  auto site = chain.end();
  for (size_t level = 0; level < kLevels; ++level) {
    u32 place = 0;
    if (site != innermost) {
      --site;
      place = site != innermost ? place_of_access(*site)
              : is_round(code)  ? place_of_round(*site, *module_)
              : is_write(code)  ? place_of_store(*site, *module_)
                                : place_of_access(*site);
    }
    order = order << 24 | place;
  }
  return order << 4 | (code & 15);
}

Place SourceMap::site_of(AccessCode code) {
  const std::lock_guard lock(mutex_);
  if (code == 0 || module_ == nullptr) {
    return {};
  }
  const std::vector<Place>& chain = chain_of(code);
  const auto own = innermost_of_student(chain);
  return own != chain.end() ? *own : chain.empty() ? Place{} : chain.front();
}

}  // namespace simt
