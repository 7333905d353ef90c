#include "common/simt/source_order.h"

#include <algorithm>

#include "common/simt/module.h"

namespace simt {
namespace {

constexpr size_t kLevels = 5;

bool is_student_file(const std::string& path) {
  return path.find("common/simt/shim/") == std::string::npos && !path.starts_with("/usr/");
}

}  // namespace

void SourceMap::use_module(const Module* module) {
  const std::lock_guard lock(mutex_);
  module_ = module;
}

const std::vector<Site>& SourceMap::chain_of(AccessCode code) {
  return positions_.at(module_->address_of(code) - 1);
}

// The line that a store is made in: the last of its statement.
int SourceMap::last_line_of(int line) const {
  const auto& statements = module_->long_statements();
  const auto after =
      std::upper_bound(statements.begin(), statements.end(), line,
                       [](int at, const LineRange& range) { return at < range.first; });
  return after != statements.begin() ? std::max(line, std::prev(after)->last) : line;
}

SourceOrder SourceMap::order_of(AccessCode code) {
  const std::lock_guard lock(mutex_);
  const std::vector<Site>& chain = chain_of(code);
  if (chain.empty()) {
    return SourceOrder{1} << 127 | code;
  }
  SourceOrder order = 0;
  for (size_t level = 0; level < kLevels; ++level) {
    SourceOrder place = 0;
    if (level < chain.size()) {
      const Site& site = chain[chain.size() - 1 - level];
      const bool stores = level + 1 == chain.size() && is_write(code);
      const int line = stores ? last_line_of(site.line) : site.line;
      place = std::min<u32>(line, 0x7fff) << 9 | (stores ? 1 << 8 : 0) |
              std::min<u32>(site.column, 0xff);
    }
    order = order << 24 | place;
  }
  return order << 4 | (code & 15);
}

Site SourceMap::site_of(AccessCode code) {
  const std::lock_guard lock(mutex_);
  if (code == 0 || module_ == nullptr) {
    return {};
  }
  const std::vector<Site>& chain = chain_of(code);
  const auto own = std::find_if(chain.begin(), chain.end(),
                                [](const Site& site) { return is_student_file(site.file); });
  return own != chain.end() ? *own : chain.empty() ? Site{} : chain.front();
}

}  // namespace simt
