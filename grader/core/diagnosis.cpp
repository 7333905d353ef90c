#include "grader/core/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace gemmlab {
namespace {

struct Case {
  const Shape& shape;
  const Operands& operands;
  const Expected& expected;
  const float* c;
  const Comparison& comparison;

  float got(int row, int col) const { return c[std::size_t(row) * shape.n + col]; }
  double bound(int row, int col) const {
    return gamma(shape.k) * expected.magnitude[std::size_t(row) * shape.n + col];
  }
  double should_be(int row, int col) const { return expected.c[std::size_t(row) * shape.n + col]; }
  bool wrong(int row, int col) const {
    return !(std::fabs(got(row, col) - should_be(row, col)) <=
             expected.tolerance * expected.magnitude[std::size_t(row) * shape.n + col]);
  }
};

// Wrong elements spread over C: enough to tell hypotheses apart, few enough to be cheap.
std::vector<std::pair<int, int>> sample(const Case& is) {
  std::vector<std::pair<int, int>> all;
  for (int row = 0; row < is.shape.m; ++row) {
    for (int col = 0; col < is.shape.n; ++col) {
      if (is.wrong(row, col)) {
        all.emplace_back(row, col);
      }
    }
  }
  constexpr std::size_t kSample = 40;
  std::vector<std::pair<int, int>> some;
  const std::size_t step = std::max<std::size_t>(1, all.size() / kSample);
  for (std::size_t i = 0; i < all.size(); i += step) {
    some.push_back(all[i]);
  }
  return some;
}

using Guess = std::function<double(int row, int col)>;

// Whether the guess gives just what the program computed, wherever it is wrong.
bool explains(const Case& is, const std::vector<std::pair<int, int>>& wrong, const Guess& guess) {
  return std::all_of(wrong.begin(), wrong.end(), [&](const auto& at) {
    const auto [row, col] = at;
    return std::fabs(is.got(row, col) - guess(row, col)) <= 2 * is.bound(row, col);
  });
}

std::string missing_tail(const Case& is, const std::vector<std::pair<int, int>>& wrong) {
  for (int tile : {4, 8, 16, 32, 64, 128}) {
    const int full = is.shape.k / tile * tile;
    const auto first_tiles = [&](int row, int col) {
      return partial_dot(is.shape, is.operands, row, col, full);
    };
    if (full > 0 && full < is.shape.k && explains(is, wrong, first_tiles)) {
      return fmt::format(
          "The sums stop at k = {} of {}: the last, partial tile of k was not loaded or not added.",
          full, is.shape.k);
    }
    const auto one_tile = [&](int row, int col) {
      return partial_dot(is.shape, is.operands, row, col, tile);
    };
    if (tile < is.shape.k && explains(is, wrong, one_tile)) {
      return fmt::format(
          "Each sum holds only its first {} of {} products: the loop over the tiles of k ends "
          "after "
          "one tile, or the sum is reset in it.",
          tile, is.shape.k);
    }
  }
  return {};
}

std::string scaled_or_shifted(const Case& is, const std::vector<std::pair<int, int>>& wrong) {
  if (explains(is, wrong, [](int, int) { return 0.0; })) {
    return "Zero was stored where a sum belongs.";
  }
  if (explains(is, wrong, [&](int row, int col) { return 2 * is.should_be(row, col); })) {
    return "Every wrong element is exactly twice what it should be: each product is added twice.";
  }
  const auto neighbour = [&](int d_row, int d_col) {
    return explains(is, wrong, [&](int row, int col) {
      const int r = row + d_row, c = col + d_col;
      return r < 0 || c < 0 || r >= is.shape.m || c >= is.shape.n ? NAN : is.should_be(r, c);
    });
  };
  if (neighbour(0, 1) || neighbour(0, -1)) {
    return "The wrong elements hold their neighbours' values: columns are shifted by one.";
  }
  if (neighbour(1, 0) || neighbour(-1, 0)) {
    return "The wrong elements hold their neighbours' values: rows are shifted by one.";
  }
  return {};
}

std::string wrong_operand(const Case& is, const std::vector<std::pair<int, int>>& wrong) {
  const int m = is.shape.m, n = is.shape.n, k = is.shape.k;
  // b or a walked with another matrix' row length; reading past the end would have been found.
  const auto strided = [&](int a_stride, int b_stride) {
    return explains(is, wrong, [&](int row, int col) {
      double sum = 0;
      for (int i = 0; i < is.shape.k; ++i) {
        const std::size_t in_a = std::size_t(row) * a_stride + i;
        const std::size_t in_b = std::size_t(i) * b_stride + col;
        if (in_a >= is.operands.a.size() || in_b >= is.operands.b.size()) {
          return double(NAN);
        }
        sum += double(is.operands.a[in_a]) * is.operands.b[in_b];
      }
      return sum;
    });
  };
  for (const auto& [stride, extent] : {std::pair{k, "k"}, std::pair{m, "m"}}) {
    if (stride != n && strided(k, stride)) {
      return fmt::format(
          "b is read as if its rows were {} elements long ({}); they have n = {}: element (p, col) "
          "is b[p * n + col].",
          stride, extent, n);
    }
  }
  for (const auto& [stride, extent] : {std::pair{n, "n"}, std::pair{m, "m"}}) {
    if (stride != k && strided(stride, n)) {
      return fmt::format(
          "a is read as if its rows were {} elements long ({}); they have k = {}: element (row, p) "
          "is a[row * k + p].",
          stride, extent, k);
    }
  }
  if (m == n && n == k) {
    const auto swapped = [&](int row, int col) {
      double sum = 0;
      for (int i = 0; i < is.shape.k; ++i) {
        sum += double(is.operands.b[std::size_t(row) * is.shape.k + i]) *
               is.operands.a[std::size_t(i) * is.shape.n + col];
      }
      return sum;
    };
    if (explains(is, wrong, swapped)) {
      return "C holds B * A: the operands are swapped.";
    }
  }
  return {};
}

// Where the wrong elements lie, if they fill a border of C that is one partial tile wide.
std::string region(const Case& is) {
  int first_row = is.shape.m, first_col = is.shape.n;
  for (int row = 0; row < is.shape.m; ++row) {
    for (int col = 0; col < is.shape.n; ++col) {
      if (is.wrong(row, col)) {
        first_row = std::min(first_row, row);
        first_col = std::min(first_col, col);
      }
    }
  }
  const std::size_t right_columns = std::size_t(is.shape.m) * (is.shape.n - first_col);
  const std::size_t bottom_rows = std::size_t(is.shape.n) * (is.shape.m - first_row);
  const char* what =
      is.comparison.unwritten == is.comparison.wrong ? "were never written" : "are wrong";
  if (first_col > 0 && is.comparison.wrong == right_columns) {
    return fmt::format(
        "All of columns {} to {} {}: the grid is too small in x (divide n by the tile rounding "
        "up), "
        "or the last column of tiles is treated wrongly.",
        first_col, is.shape.n - 1, what);
  }
  if (first_row > 0 && is.comparison.wrong == bottom_rows) {
    return fmt::format(
        "All of rows {} to {} {}: the grid is too small in y (divide m by the tile rounding up), "
        "or "
        "the last row of tiles is treated wrongly.",
        first_row, is.shape.m - 1, what);
  }
  return {};
}

}  // namespace

std::string diagnose(const Shape& shape,
                     const Operands& operands,
                     const Expected& expected,
                     const float* c,
                     const Comparison& comparison) {
  if (comparison.added_to_poison > 0) {
    return "C is added to (+=) before it was set: what it held before is not zero. Set it to zero "
           "first, or sum up in a variable and store that once.";
  }
  if (comparison.transposed) {
    return "C holds the transpose: row and column are swapped in the store, or in both operands.";
  }
  const Case is{shape, operands, expected, c, comparison};
  if (comparison.unwritten == 0 && comparison.not_finite == 0) {
    const auto wrong = sample(is);
    for (const auto& hypothesis : {missing_tail, scaled_or_shifted, wrong_operand}) {
      if (std::string sentence = hypothesis(is, wrong); !sentence.empty()) {
        return sentence;
      }
    }
  }
  return region(is);
}

}  // namespace gemmlab
