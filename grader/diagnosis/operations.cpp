#include "grader/diagnosis/operations.h"

#include <algorithm>
#include <cmath>

namespace gemmlab {
namespace {

double term(Operation operation, double a, double b) {
  switch (operation) {
    case Operation::product:
      return a * b;
    case Operation::plus:
      return a + b;
    case Operation::minus:
      return a - b;
    case Operation::reversed_minus:
      return b - a;
    case Operation::distance:
      return std::fabs(a - b);
    case Operation::square_a:
      return a * a;
    case Operation::square_b:
      return b * b;
    case Operation::square_of_plus:
      return (a + b) * (a + b);
    case Operation::square_of_minus:
      return (a - b) * (a - b);
    case Operation::square_of_product:
      return a * b * a * b;
    case Operation::larger:
      return std::fmax(a, b);
    case Operation::smaller:
      return std::fmin(a, b);
    case Operation::quotient:
      return a / b;
    case Operation::reversed_quotient:
      return b / a;
    case Operation::only_a:
      return a;
    case Operation::only_b:
      return b;
    case Operation::absolute:
      return std::fabs(a * b);
    case Operation::product_plus_a:
      return a * b + a;
    case Operation::product_plus_b:
      return a * b + b;
  }
  return 0;
}

double joined(Fold fold, double so_far, double next) {
  switch (fold) {
    case Fold::sum:
      return so_far + next;
    case Fold::negative_sum:
      return so_far - next;
    case Fold::last:
      return next;
    case Fold::product:
      return so_far * next;
    case Fold::largest:
      return std::fmax(so_far, next);
    case Fold::smallest:
      return std::fmin(so_far, next);
  }
  return 0;
}

// From 0, or for the largest and the smallest also from the first term.
double folded(const WrongElements& seen, Operation operation, Fold fold, bool from_zero, int row,
              int col) {
  const auto at = [&](int p) { return term(operation, seen.a(row, p), seen.b(p, col)); };
  double all = fold == Fold::product ? 1 : from_zero ? 0 : at(0);
  for (int p = 0; p < seen.k; ++p) {
    all = joined(fold, all, at(p));
  }
  return all;
}

void try_operation(Operation operation, Fold fold, Explanations& found) {
  const WrongElements& seen = found.seen;
  const bool is_extreme = fold == Fold::largest || fold == Fold::smallest;
  const int variant = int(operation) * int(EnumNames<Fold>::all.size()) + int(fold) + 1;
  for (const bool from_zero : {true, false}) {
    if (from_zero || is_extreme) {
      found.try_guess(
          OtherOperation{operation, fold},
          [&](int row, int col) { return folded(seen, operation, fold, from_zero, row, col); },
          variant);
    }
  }
}

// Each element at the same place of both matrices, as of a sum of matrices.
void explain_single_elements(Explanations& found) {
  const WrongElements& seen = found.seen;
  for (const Operation operation : {Operation::product, Operation::plus, Operation::minus}) {
    for (const int a_row : {seen.k, seen.n}) {
      const auto guess = [&](int row, int col) {
        const double a = seen.in_a(std::size_t(row) * a_row + col);
        return term(operation, a, seen.in_b(std::size_t(row) * seen.n + col));
      };
      found.try_guess(ElementByElement{operation}, guess, int(operation) + 1);
    }
  }
}

// got - expected, if that is the same everywhere.
void explain_offset(Explanations& found) {
  constexpr double kLeast = 1e-3;
  const WrongElements& seen = found.seen;
  const Cell at = seen.wrong.front();
  const double value = seen.got(at.row, at.col) - seen.should_be(at.row, at.col);
  if (std::fabs(value) < kLeast || !seen.right.empty()) {
    return;
  }
  const bool is_everywhere = std::ranges::all_of(seen.wrong, [&](Cell each) {
    const double bound = seen.bound(each.row, each.col) + seen.bound(at.row, at.col);
    return is_close(seen.got(each.row, each.col), seen.should_be(each.row, each.col) + value,
                    bound + 1e-6 * std::fabs(value));
  });
  if (is_everywhere) {
    found.add(SumBeginsAt{value});
  }
}

// got / expected, if that is the same everywhere, and no whole number: see explain_factor().
void explain_scale(Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto size = [&](Cell at) { return std::fabs(seen.should_be(at.row, at.col)); };
  const Cell at = *std::ranges::max_element(seen.wrong, {}, size);
  const double factor =
      size(at) > 0 ? seen.got(at.row, at.col) / seen.should_be(at.row, at.col) : 0;
  const bool is_by_k = seen.k > 1 && std::fabs(factor * seen.k - 1) < 1e-4;
  if (std::fabs(factor) < 1e-6 || std::fabs(factor - std::round(factor)) < 1e-4) {
    return;
  }
  const auto guess = [&](int row, int col) {
    return seen.should_be(row, col) * (is_by_k ? 1.0 / seen.k : factor);
  };
  found.try_guess(SumScaled{factor, is_by_k ? seen.k : 0}, guess, is_by_k ? 1 : 0);
}

void explain_signs(Explanations& found) {
  const WrongElements& seen = found.seen;
  for (const bool are_positive : {false, true}) {
    const auto guess = [&](int row, int col) {
      const double right = seen.should_be(row, col);
      return are_positive ? std::fabs(right) : std::fmax(right, 0);
    };
    constexpr std::size_t kEnough = 4;  // of both signs
    if (explains(seen, guess)) {
      const bool is_certain = std::min(seen.wrong.size(), seen.right.size()) >= kEnough;
      found.add(NegativesLost{are_positive}, are_positive ? 1 : 0,
                is_certain ? Belief::certain : Belief::uncertain);
    }
  }
}

// The sum over the phases of what `term(k0)` says.
template <typename Term>
double sum_of_phases(const WrongElements& seen, int tile, Term term) {
  double sum = 0;
  for (int k0 = 0; k0 < seen.k; k0 += tile) {
    sum += term(k0);
  }
  return sum;
}

// A thread has loaded A's element of its row, and B's element of its column.
void explain_own_elements(int tile, Explanations& found) {
  const WrongElements& seen = found.seen;
  for (const bool is_repeated : {false, true}) {
    const auto both = [&](int row, int col) {
      return sum_of_phases(seen, tile, [&](int k0) {
        const double own = seen.a(row, k0 + col % tile) * seen.b(k0 + row % tile, col);
        return is_repeated ? tile * own : own;
      });
    };
    found.try_guess(OwnElementsOnly{Matrix::both, tile}, both, tile);
  }
  const auto own = [&](int row, int col, int p) {
    return OperandPlace{row, p / tile * tile + col % tile};
  };
  for (const Matrix matrix : {Matrix::a, Matrix::b}) {
    const auto a = [&](int row, int col, int p) {
      const auto [line, at] = own(row, col, p);
      return seen.a(line, at);
    };
    const auto b = [&](int row, int col, int p) {
      const auto [line, at] = own(col, row, p);
      return seen.b(at, line);
    };
    const bool is_a = matrix == Matrix::a;
    found.try_reads(OwnElementsOnly{matrix, tile}, is_a ? Reads(a) : Reads(),
                    is_a ? Reads() : Reads(b), tile * (is_a ? 1000 : -1000));
  }
}

// One tile has the elements of both; those of B, which a block loads last, or those of A.
void explain_one_tile(int tile, Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto base = [tile](int index) { return index / tile * tile; };
  const auto of_b = [&](int row, int col, int p) {
    return seen.b(base(p) + row % tile, base(col) + p % tile);
  };
  const auto of_a = [&](int row, int col, int p) {
    return seen.a(base(row) + p % tile, base(p) + col % tile);
  };
  // A whole phase is added up, even where the tile of the other matrix is 0 beyond k.
  const auto guess = [&](Matrix kept, int row, int col) {
    return sum_of_phases(seen, tile, [&](int k0) {
      double sum = 0;
      for (int p = k0; p < k0 + tile; ++p) {
        sum += kept == Matrix::b ? of_b(row, col, p) * seen.b(p, col)
                                 : seen.a(row, p) * of_a(row, col, p);
      }
      return sum;
    });
  };
  for (const Matrix kept : {Matrix::b, Matrix::a}) {
    found.try_guess(
        OneTileForBoth{kept, tile}, [&](int row, int col) { return guess(kept, row, col); },
        kept == Matrix::b ? tile : -tile);
  }
}

// A sum that goes on from column to column: of the last p alone, or of all.
void explain_sum_over_columns(Explanations& found) {
  const WrongElements& seen = found.seen;
  constexpr double kMostProducts = 1 << 12;
  if (double(seen.n) * seen.k > kMostProducts) {
    return;
  }
  for (const bool is_of_all : {false, true}) {
    const auto guess = [&](int row, int col) {
      double sum = 0;
      for (int p = is_of_all ? 0 : seen.k - 1; p < seen.k; ++p) {
        const int end = p < seen.k - 1 ? seen.n : col + 1;
        sum += sum_of(end, [&](int each) { return seen.a(row, p) * seen.b(p, each); });
      }
      return sum;
    };
    found.try_guess(SumOverColumns{}, guess, is_of_all ? 1 : 0);
  }
}

constexpr int kMostTerms = 1024;  // of a sum: others tell as much, in less time

}  // namespace

void explain_by_operation(Explanations& found) {
  const WrongElements& seen = found.seen;
  explain_offset(found);
  explain_scale(found);
  explain_signs(found);
  if (seen.k > kMostTerms) {
    return;
  }
  for (const Fold fold :
       {Fold::sum, Fold::last, Fold::largest, Fold::smallest, Fold::product, Fold::negative_sum}) {
    for (int i = 0; i < int(EnumNames<Operation>::all.size()); ++i) {
      const auto operation = Operation(i);
      const bool is_known = operation == Operation::product &&
                            (fold == Fold::sum || fold == Fold::last || fold == Fold::negative_sum);
      if (!is_known) {
        try_operation(operation, fold, found);
      }
    }
  }
  explain_single_elements(found);
  explain_sum_over_columns(found);
}

void explain_by_division(Explanations& found) {
  if (found.seen.k <= kMostTerms) {
    try_operation(Operation::quotient, Fold::sum, found);
    try_operation(Operation::reversed_quotient, Fold::sum, found);
    try_operation(Operation::quotient, Fold::last, found);
  }
}

void explain_by_tiles(Explanations& found) {
  if (found.seen.k <= kMostTerms) {
    found.try_widths(found.seen.tiles, explain_own_elements);
    found.try_widths(found.seen.tiles, explain_one_tile);
  }
}

}  // namespace gemmlab
