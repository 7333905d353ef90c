#include "grader/diagnosis/rounding.h"

#include "grader/diagnosis/explanations.h"

namespace gemmlab {
namespace {

constexpr int kHalfBits = 11;  // mantissa bits including the leading one; the same for TF32
constexpr int kBfloat16Bits = 8;

// The mantissa truncated to `bits`, or rounded to nearest, ties to even.
double kept(double value, int bits, bool is_rounded) {
  int exponent = 0;
  const double scaled = std::ldexp(std::frexp(value, &exponent), bits);
  return std::ldexp(is_rounded ? std::nearbyint(scaled) : std::trunc(scaled), exponent - bits);
}

// Whether nearly all wrong elements are much nearer to the guess than to what they should be.
// Tensor cores cut their sums, too, so that some are farther from the guess than a float's sum
// would be.
template <class Guess>
bool is_much_nearer(const WrongElements& seen, const Guess& guess) {
  constexpr std::size_t kEnough = 8;
  std::size_t near = 0;
  for (const auto [row, col] : seen.wrong) {
    const double got = seen.got(row, col), off = std::fabs(got - seen.should_be(row, col));
    near += std::fabs(got - guess(row, col)) <= off / 4 ? 1 : 0;
  }
  return seen.wrong.size() >= kEnough && near * 16 >= seen.wrong.size() * 15;
}

void explain_rounded_operands(Explanations& found) {
  const WrongElements& seen = found.seen;
  // With few rows or columns all have about the same scale, which other losses could explain.
  const bool is_telling = seen.run.kind != InputKind::exact || std::min(seen.m, seen.n) >= 4;
  for (int bits : {kHalfBits, kBfloat16Bits}) {
    for (bool is_rounded : {true, false}) {
      const auto rounded_sum = [&](int row, int col) {
        return sum_of(seen.k, [&](int p) {
          return kept(seen.a(row, p), bits, is_rounded) * kept(seen.b(p, col), bits, is_rounded);
        });
      };
      if (explains(seen, rounded_sum) || is_much_nearer(seen, rounded_sum)) {
        found.add(OperandsRounded{bits}, 0,
                  is_telling ? Belief::as_values_tell : Belief::uncertain);
      }
    }
  }
}

// The nearest number of half precision, which has fewer bits below 2^-14.
double as_half(double value) {
  const double rounded = kept(value, kHalfBits, true);
  return std::fabs(value) < 0x1p-14 ? std::ldexp(std::nearbyint(std::ldexp(value, 24)), -24)
                                    : rounded;
}

// Whether all elements are the guess but for what a tensor core's sums lose, and what they should
// be is farther off at the wrong ones. What rounded operands may lose is more than that.
template <class Guess>
bool is_summed(const WrongElements& seen, const Guess& guess) {
  const double lost = error_bound(Precision::tf32, InputKind::near_tf32, seen.k) - 0x1p-15;
  const auto agrees = [&](Cell at) {
    const double magnitude = seen.run.expected.magnitude[std::size_t(at.row) * seen.n + at.col];
    return is_close(seen.got(at.row, at.col), guess(at.row, at.col), lost * magnitude);
  };
  const auto tells = [&](Cell at) {
    const double off = std::fabs(guess(at.row, at.col) - seen.should_be(at.row, at.col));
    return std::fabs(seen.got(at.row, at.col) - guess(at.row, at.col)) <= off / 4;
  };
  return std::ranges::all_of(seen.wrong, agrees) && std::ranges::all_of(seen.right, agrees) &&
         std::ranges::all_of(seen.wrong, tells);
}

// What tensor cores make of operands that are no numbers of TF32.
void explain_for_tf32(Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto try_product = [&](const Cause& cause, auto of_a, auto of_b) {
    const auto product = [&](int row, int col) {
      return sum_of(seen.k, [&](int p) { return of_a(seen.a(row, p)) * of_b(seen.b(p, col)); });
    };
    if (is_summed(seen, product)) {
      found.add(cause);
    }
  };
  const auto cut = [](double value) { return kept(value, kHalfBits, false); };
  const auto rounded = [](double value) { return kept(value, kHalfBits, true); };
  const auto shortened = [](double value) { return kept(value, kBfloat16Bits, true); };
  try_product(NotRounded{Matrix::both}, cut, cut);
  try_product(NotRounded{Matrix::a}, cut, rounded);
  try_product(NotRounded{Matrix::b}, rounded, cut);
  try_product(NotTf32{kHalfBits}, as_half, as_half);
  try_product(NotTf32{kBfloat16Bits}, shortened, shortened);
}

bool all_wrong(const WrongElements& seen,
               const std::function<bool(double got, double expected)>& holds) {
  return std::ranges::all_of(seen.wrong, [&](Cell at) {
    return holds(seen.got(at.row, at.col), seen.should_be(at.row, at.col));
  });
}

void explain_constant(Explanations& found) {
  const WrongElements& seen = found.seen;
  const double value = seen.got(seen.wrong.front().row, seen.wrong.front().col);
  const bool is_everywhere =
      all_wrong(seen, [&](double got, double) { return got == value; }) &&
      std::ranges::all_of(seen.right, [&](Cell at) { return seen.got(at.row, at.col) == value; });
  if (value != 0 && is_everywhere && seen.run.comparison.wrong >= 4) {
    found.add(StoredConstant{value}, 0, Belief::certain);
  }
}

// Fractions are lost: no other bug stores only whole numbers for random inputs, unless all are 0.
// That they are may have another reason, such as max(0, sum) where all sums are negative: then
// other shapes decide. If nothing is known of whole numbers, see explain_zero().
void explain_whole_numbers(Explanations& found) {
  const WrongElements& seen = found.seen;
  const auto is_zero = [](double got, double) { return got == 0; };
  const bool are_whole = all_wrong(seen, [](double got, double) { return got == std::trunc(got); });
  const bool are_others_whole = std::ranges::all_of(seen.right, [&](Cell at) {
    return seen.got(at.row, at.col) == std::trunc(seen.got(at.row, at.col));
  });
  if (!are_whole || !are_others_whole || seen.run.kind != InputKind::uniform) {
    return;
  }
  const double first = seen.got(seen.wrong.front().row, seen.wrong.front().col);
  if (first != 0 && all_wrong(seen, [=](double got, double) { return got == first; })) {
    return;  // one number everywhere is not computed from these inputs: see explain_constant()
  }
  const bool are_cut_off =
      all_wrong(seen, [](double got, double expected) { return got == 0 && expected < 0; });
  if (seen.run.whole_numbers_were_right || !all_wrong(seen, is_zero)) {
    found.add(WholeNumbers{}, 0, are_cut_off ? Belief::uncertain : Belief::certain);
  }
}

// Sums that all have one short format, which correct sums would not, with errors no larger than
// rounding after each of k additions.
void explain_sums(Explanations& found) {
  const WrongElements& seen = found.seen;
  for (int bits : {kBfloat16Bits, kHalfBits}) {
    const bool is_short = std::ranges::all_of(seen.wrong, [&](Cell at) {
      const double got = seen.got(at.row, at.col), expected = seen.should_be(at.row, at.col);
      const double magnitude = seen.run.expected.magnitude[std::size_t(at.row) * seen.n + at.col];
      return got != 0 && kept(got, bits, true) == got && kept(expected, bits, true) != expected &&
             std::fabs(got - expected) <= std::ldexp(seen.k * magnitude, -bits);
    });
    if (is_short) {
      found.add(SumRounded{bits});
    }
  }
}

}  // namespace

void explain_by_rounding(Explanations& found) {
  const InputKind kind = found.seen.run.kind;
  if (found.seen.wrong.empty()) {
    return;
  }
  explain_whole_numbers(found);
  explain_constant(found);
  if (kind == InputKind::tagged || kind == InputKind::uniform) {
    explain_sums(found);
  }
  if (found.seen.run.precision == Precision::tf32) {
    if (kind == InputKind::near_tf32 || kind == InputKind::uniform) {
      explain_for_tf32(found);
    }
  } else if (kind != InputKind::tagged) {  // fewer bits than the coarsest format has
    explain_rounded_operands(found);
  }
}

}  // namespace gemmlab
