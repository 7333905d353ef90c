#include "grader/diagnosis/elements.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gemmlab {
namespace {

constexpr std::size_t kWrongLookedAt = 48;  // enough to tell hypotheses apart, few enough to be
constexpr std::size_t kRightLookedAt = 24;  // cheap

// The first, the last and some drawn ones: steps of a fixed width might fall on a pattern.
std::vector<Place> some_of(const std::vector<Place>& all, std::size_t most) {
  if (all.size() <= most) {
    return all;
  }
  std::vector<Place> some = {all.front(), all.back()};
  for (std::uint64_t i = 0; some.size() < most; ++i) {
    some.push_back(all[draw(5, i) % all.size()]);
  }
  return some;
}

}  // namespace

WrongElements::WrongElements(const WrongRun& run)
    : run(run), m(run.shape.m), n(run.shape.n), k(run.shape.k) {
  std::vector<Place> wrong, right;
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      if (!is_wrong(row, col)) {
        right.push_back({row, col});
      } else if (std::isfinite(got(row, col))) {
        wrong.push_back({row, col});
      }
    }
  }
  wrong_ = some_of(wrong, kWrongLookedAt);
  right_ = some_of(right, kRightLookedAt);
  find_widths();
}

void WrongElements::find_widths() {
  const auto add = [](std::vector<int>& widths, unsigned width) {
    const bool is_width = width >= 2 && width <= 256;
    if (is_width && std::find(widths.begin(), widths.end(), int(width)) == widths.end()) {
      widths.push_back(int(width));
    }
  };
  const LaunchShape* const known = launch();
  for (int axis = 0; known && axis < 2; ++axis) {
    add(tiles_, known->block[axis]);
    add(thread_counts_, known->block[axis]);
  }
  // A block of one dimension may be split into rows and columns in any way.
  for (unsigned width = 2; known && known->block[1] == 1 && width <= 32; width *= 2) {
    if (known->block[0] % width == 0) {
      add(thread_counts_, width);
    }
  }
  for (unsigned width : {32, 16, 8, 4, 64, 128}) {
    add(tiles_, width);
    if (!known) {
      add(thread_counts_, width);
    }
  }
  for (int width : tiles_) {
    const auto blocks = [width](int extent) { return unsigned((extent + width - 1) / width); };
    if (!known || (known->grid[0] == blocks(n) && known->grid[1] == blocks(m))) {
      block_tiles_.push_back(width);
    }
  }
}

bool WrongElements::is_wrong(int row, int col) const {
  return !is_close(got(row, col), should_be(row, col),
                   run.expected.tolerance * run.expected.magnitude[std::size_t(row) * n + col]);
}

double WrongElements::bound(int row, int col) const {
  return exactness(2 * gamma(k) * run.expected.magnitude[std::size_t(row) * n + col]);
}

double WrongElements::exactness(double bound) const {
  const bool are_whole = run.kind == InputKind::tagged || run.kind == InputKind::identity;
  return are_whole ? std::min(bound, 0.25) : bound;
}

const LaunchShape* WrongElements::launch() const {
  const auto threads = [](const LaunchShape& launch) {
    double product = 1;
    for (int i = 0; i < 3; ++i) {
      product *= double(launch.grid[i]) * launch.block[i];
    }
    return product;
  };
  const auto most = std::max_element(
      run.launches.begin(), run.launches.end(),
      [&](const LaunchShape& x, const LaunchShape& y) { return threads(x) < threads(y); });
  return most == run.launches.end() ? nullptr : &*most;
}

bool explains(const WrongElements& is, const Guess& guess) {
  std::size_t said = 0;
  for (const auto* places : {&is.wrong(), &is.right()}) {
    for (const auto [row, col] : *places) {
      const std::optional<double> value = guess(row, col);
      const double bound =
          value ? std::max(is.bound(row, col), is.exactness(2 * gamma(is.k) * std::fabs(*value)))
                : 0;
      if (value && !is_close(is.got(row, col), *value, bound)) {
        return false;
      }
      said += value.has_value() && places == &is.wrong();
    }
  }
  return said > 0 && 4 * said >= 3 * is.wrong().size();
}

bool explains_as_sum(const WrongElements& is, const Weight& weight) {
  return explains(is, [&](int row, int col) {
    double sum = 0;
    for (int p = 0; p < is.k; ++p) {
      sum += weight(p) * is.a(row, p) * is.b(p, col);
    }
    return sum;
  });
}

Explanations::Explanations(const WrongElements& is) {
  constexpr std::size_t kEnough = 4, kDifferent = 3;
  std::set<float> different;
  for (const auto [row, col] : is.wrong()) {
    different.insert(is.got(row, col));
  }
  is_certain_ = is.run.comparison.wrong >= kEnough && different.size() >= kDifferent;
}

void Explanations::add(Diagnosis diagnosis, std::string sentence, int tile, bool is_telling) {
  const bool is_new = std::none_of(all_.begin(), all_.end(), [&](const Explanation& explanation) {
    return explanation.diagnosis == diagnosis && explanation.tile == tile;
  });
  if (is_new) {
    all_.push_back({diagnosis, std::move(sentence), is_certain_ && is_telling, tile});
  }
}

void Explanations::add_certain(Diagnosis diagnosis, std::string sentence) {
  const bool is_new = std::none_of(all_.begin(), all_.end(), [&](const Explanation& each) {
    return each.diagnosis == diagnosis && each.tile == 0;
  });
  if (is_new) {
    all_.push_back({diagnosis, std::move(sentence), true});
  }
}

void Explanations::add_sure(Diagnosis diagnosis, std::string sentence, int tile) {
  add(diagnosis, std::move(sentence), tile);
  for (Explanation& each : all_) {
    each.is_certain |= each.diagnosis == diagnosis && each.tile == tile;
  }
}

void Explanations::add_agreeing(Diagnosis diagnosis, std::string sentence) {
  if (!has(diagnosis)) {
    all_.push_back({diagnosis, std::move(sentence), false});
  }
}

void Explanations::add_if_repeated(Diagnosis diagnosis, std::string sentence, int variant) {
  add(diagnosis, std::move(sentence), variant, false);
  all_.back().may_be_chance |= all_.back().diagnosis == diagnosis && all_.back().tile == variant;
}

bool Explanations::has(Diagnosis diagnosis) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Explanation& explanation) {
    return explanation.diagnosis == diagnosis;
  });
}

}  // namespace gemmlab
