#include "grader/diagnosis/explanations.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

WrongElements::WrongElements(const WrongRun& run)
    : run(run), m(run.shape.m), n(run.shape.n), k(run.shape.k) {
  std::vector<Cell> wrong, right;
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
    if (is_width && std::ranges::find(widths, int(width)) == widths.end()) {
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

}  // namespace gemmlab
