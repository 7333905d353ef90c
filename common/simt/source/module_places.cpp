// The source places of the module's code, and their order of execution.
#include <algorithm>

#include "common/simt/source/debug_info.h"
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
  return std::ranges::find_if(chain, [](const Place& site) { return is_student_file(site.file); });
}

// Of the last range that begins at or before the line; the line itself if there is none.
int last_line(const std::vector<LineRange>& ranges, int line) {
  const auto after = std::ranges::upper_bound(ranges, line, {}, &LineRange::first);
  return after == ranges.begin() ? line : std::max(line, std::prev(after)->last);
}

// 24 bits: a line, whether it comes after everything else in that line, and a column.
u32 place_of(int line, bool last, u32 column) {
  return std::min<u32>(static_cast<u32>(line), 0x7fff) << 9 | (last ? 1 << 8 : 0) | column;
}

u32 column_of(const Place& site) {
  return std::min<u32>(static_cast<u32>(site.column), kMaxColumn);
}

u32 place_of_access(const Place& site) {
  return place_of(site.line, false, column_of(site));
}

// A store happens at the end of its statement.
u32 place_of_store(const Place& site, const std::vector<LineRange>& long_statements) {
  return place_of(last_line(long_statements, site.line), true, column_of(site));
}

// Another iteration begins at the end of the loop, and inner loops end before outer ones.
u32 place_of_round(const Place& site, const std::vector<LineRange>& loops) {
  const int last = last_line(loops, site.line);
  const int outwards = std::min(last - site.line, 15);
  return place_of(last, true, kMaxColumn + 1 + static_cast<u32>(outwards));
}

}  // namespace

SourceOrder Module::order_of(AccessCode code) const {
  const std::vector<Place>& chain = source_chain(address_of(code) - 1);
  // An inline function of the simulator logs iterations.
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
              : is_round(code)  ? place_of_round(*site, loops_)
              : is_write(code)  ? place_of_store(*site, long_statements_)
                                : place_of_access(*site);
    }
    order = order << 24 | place;
  }
  return order << 4 | (code & 15);
}

Place Module::site_of(AccessCode code) const {
  if (code == 0) {
    return {};
  }
  const std::vector<Place>& chain = source_chain(address_of(code) - 1);
  const auto own = innermost_of_student(chain);
  return own != chain.end() ? *own : chain.empty() ? Place{} : chain.front();
}

}  // namespace simt
