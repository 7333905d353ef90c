#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

constexpr int kLongestPeriod = 256;

// The smallest period that repeats at least once and contains one run of stripes; 0: none.
int period_of(const std::vector<bool>& is_in) {
  const int extent = int(is_in.size());
  for (int period = 2; period <= std::min(extent / 2, kLongestPeriod); ++period) {
    if (std::equal(is_in.begin() + period, is_in.end(), is_in.begin())) {
      return period;
    }
  }
  return 0;
}

// Whether the set ones among [first, last) form one run, and which.
bool is_one_run(const std::vector<bool>& is_in, int extent, Stripes& stripes) {
  const auto end_of_all = is_in.begin() + extent;
  const auto first = std::find(is_in.begin(), end_of_all, true);
  const auto end = std::find(first, end_of_all, false);
  stripes.first = int(first - is_in.begin());
  stripes.end = int(end - is_in.begin());
  return std::find(end, end_of_all, true) == end_of_all;
}

// The lines with at least one included element, and at most `holes` of 100 not included.
std::vector<bool> touched(const std::vector<int>& counts, int length, int holes) {
  std::vector<bool> lines;
  for (int in : counts) {
    lines.push_back(in > 0 && 100 * (length - in) <= holes * length);
  }
  return lines;
}

}  // namespace

Stripes stripes_of(const std::vector<bool>& is_in) {
  using Kind = Stripes::Kind;
  const int extent = int(is_in.size());
  Stripes stripes;
  if (std::ranges::find(is_in, true) == is_in.end()) {
    return stripes;
  }
  if (is_one_run(is_in, extent, stripes)) {
    const bool from_start = stripes.first == 0, to_end = stripes.end == extent;
    stripes.kind = from_start && to_end ? Kind::all
                   : to_end             ? Kind::from
                   : from_start         ? Kind::before
                                        : Kind::range;
    return stripes;
  }
  stripes.period = period_of(is_in);
  const bool is_regular = stripes.period > 0 && is_one_run(is_in, stripes.period, stripes);
  stripes.kind = is_regular ? Kind::regular : Kind::scattered;
  return stripes;
}

std::optional<Region> region_of(int m, int n, const std::function<bool(int row, int col)>& is_in,
                                int holes) {
  std::vector<int> in_rows(m), in_cols(n);  // the number of included elements of each
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      const bool in = is_in(row, col);
      in_rows[row] += in;
      in_cols[col] += in;
    }
  }
  // Whole lines, or all touched lines.
  for (const auto kind : {Region::Kind::either, Region::Kind::crossing}) {
    const bool is_either = kind == Region::Kind::either;
    const auto rows = touched(in_rows, n, is_either ? holes : 100);
    const auto cols = touched(in_cols, m, is_either ? holes : 100);
    long long missing = 0, members = 0, others = 0;
    for (int row = 0; row < m; ++row) {
      for (int col = 0; col < n; ++col) {
        const bool is_member = is_either ? rows[row] || cols[col] : rows[row] && cols[col];
        const bool in = is_in(row, col);
        members += is_member;
        missing += is_member && !in;
        others += in && !is_member;
      }
    }
    if (others == 0 && members > 0 && 100 * missing <= holes * members) {
      return Region{kind, stripes_of(rows), stripes_of(cols)};
    }
  }
  return std::nullopt;
}

bool is_everything(const Region& region) {
  const bool every_row = region.rows.is(Stripes::Kind::all);
  const bool every_col = region.cols.is(Stripes::Kind::all);
  return region.kind == Region::Kind::either ? every_row || every_col : every_row && every_col;
}

}  // namespace gemmlab
