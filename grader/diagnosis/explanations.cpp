#include "grader/diagnosis/explanations.h"

#include <set>

namespace gemmlab {
namespace {

constexpr std::size_t kWrongLookedAt = 48;  // enough to distinguish hypotheses, few enough to be
constexpr std::size_t kRightLookedAt = 24;  // cheap

// The first, the last and some random ones: steps of a fixed width might match a pattern.
std::vector<Cell> some_of(const std::vector<Cell>& all, std::size_t most) {
  if (all.size() <= most) {
    return all;
  }
  std::vector<Cell> some = {all.front(), all.back()};
  for (std::uint64_t i = 0; some.size() < most; ++i) {
    some.push_back(all[draw(5, i) % all.size()]);
  }
  return some;
}

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

WrongElements::WrongElements(const WrongRun& run)
    : run(run), m(run.shape.m), n(run.shape.n), k(run.shape.k) {
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      if (!is_wrong(row, col)) {
        right.push_back({row, col});
      } else if (std::isfinite(got(row, col))) {
        wrong.push_back({row, col});
      }
    }
  }
  wrong = some_of(wrong, kWrongLookedAt);
  right = some_of(right, kRightLookedAt);
  find_widths();
}

void WrongElements::find_widths() {
  const auto add = [](std::vector<int>& widths, unsigned width) {
    if (width >= 2 && width <= 256 && std::ranges::find(widths, int(width)) == widths.end()) {
      widths.push_back(int(width));
    }
  };
  const LaunchShape* const known = launch();
  for (int axis = 0; known && axis < 2; ++axis) {
    add(tiles, known->block[axis]);
    add(thread_counts, known->block[axis]);
  }
  // A block of one dimension may be split into rows and columns in any way.
  for (unsigned width = 2; known && known->block[1] == 1 && width <= 32; width *= 2) {
    if (known->block[0] % width == 0) {
      add(thread_counts, width);
    }
  }
  for (unsigned width : {32, 16, 8, 4, 64, 128}) {
    add(tiles, width);
    if (!known) {
      add(thread_counts, width);
    }
  }
  for (int width : tiles) {
    const auto blocks = [width](int extent) { return unsigned((extent + width - 1) / width); };
    if (!known || (known->grid[0] == blocks(n) && known->grid[1] == blocks(m))) {
      block_tiles.push_back(width);
    }
  }
}

bool WrongElements::is_wrong(int row, int col) const {
  return !is_close(got(row, col), should_be(row, col),
                   run.expected.tolerance * run.expected.magnitude[index(row, col)]);
}

double WrongElements::exactness(double bound) const {
  const bool are_whole = run.kind == InputKind::tagged || run.kind == InputKind::identity;
  return are_whole ? std::min(bound, 0.25) : bound;
}

const LaunchShape* WrongElements::launch() const {
  const auto most = std::ranges::max_element(run.launches, {}, &LaunchShape::threads);
  return most == run.launches.end() ? nullptr : &*most;
}

bool explains(const WrongElements& seen, const Guess& guess) {
  std::size_t said = 0;
  for (const auto* places : {&seen.wrong, &seen.right}) {
    for (const auto [row, col] : *places) {
      const std::optional<double> value = guess(row, col);
      const double bound = value ? std::max(seen.bound(row, col),
                                            seen.exactness(2 * gamma(seen.k) * std::fabs(*value)))
                                 : 0;
      const bool is_wrong = places == &seen.wrong;
      if (value &&
          (!is_close(seen.got(row, col), *value, bound) ||
           (is_wrong && is_close(*value, seen.should_be(row, col), seen.bound(row, col))))) {
        return false;  // also if it would have been right here
      }
      said += value.has_value() && places == &seen.wrong;
    }
  }
  return said > 0 && 4 * said >= 3 * seen.wrong.size();
}

bool explains_as_sum(const WrongElements& seen, const Weight& weight) {
  return explains(seen, [&](int row, int col) {
    return sum_of(seen.k, [&](int p) { return weight(p) * seen.a(row, p) * seen.b(p, col); });
  });
}

Explanations::Explanations(const WrongElements& seen) : seen(seen) {
  constexpr std::size_t kEnough = 4, kDifferent = 3;
  std::set<float> different;
  for (const auto [row, col] : seen.wrong) {
    different.insert(seen.got(row, col));
  }
  is_telling_ = seen.run.comparison.wrong >= kEnough && different.size() >= kDifferent;
}

void Explanations::add(Cause cause, int tile, Belief belief) {
  const bool is_certain =
      belief == Belief::certain || (belief == Belief::as_values_tell && is_telling_);
  Explanation fresh{std::move(cause), is_certain, tile, belief == Belief::if_repeated};
  const Explanation* known = find(all_, fresh);
  if (!known) {
    all_.push_back(std::move(fresh));
  } else if (belief == Belief::certain && !known->is_certain) {
    all_[known - all_.data()] = std::move(fresh);
  }
}

void Explanations::try_guess(Cause cause, const Guess& guess, int tile) {
  if (explains(seen, guess)) {
    add(std::move(cause), tile);
  }
}

void Explanations::try_sum(Cause cause, const Weight& weight, int tile) {
  if (explains_as_sum(seen, weight)) {
    add(std::move(cause), tile);
  }
}

void Explanations::try_reads(Cause cause, const Reads& a, const Reads& b, int tile) {
  const auto sum_of_reads = [&](int row, int col) {
    return sum_of(seen.k, [&](int p) {
      return (a ? a(row, col, p) : seen.a(row, p)) * (b ? b(row, col, p) : seen.b(p, col));
    });
  };
  try_guess(std::move(cause), sum_of_reads, tile);
}

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
  const bool every_row = region.rows.is_kind(Stripes::Kind::all);
  const bool every_col = region.cols.is_kind(Stripes::Kind::all);
  return region.kind == Region::Kind::either ? every_row || every_col : every_row && every_col;
}

}  // namespace gemmlab
