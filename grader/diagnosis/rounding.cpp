// Hypotheses about the numbers themselves: their precision, or that all are one and the same.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "grader/diagnosis/elements.h"

namespace gemmlab {
namespace {

constexpr int kHalfBits = 11;  // of mantissa, the leading one counted; TF32 has as many
constexpr int kBfloat16Bits = 8;

// The mantissa cut to `bits`, or rounded to nearest, ties to even.
double kept(double value, int bits, bool is_rounded) {
  int exponent = 0;
  const double scaled = std::ldexp(std::frexp(value, &exponent), bits);
  return std::ldexp(is_rounded ? std::nearbyint(scaled) : std::trunc(scaled), exponent - bits);
}

// Elements of fewer bits than the coarsest format has: rounding does nothing to them.
bool exact_in_bfloat16(InputKind kind) {
  return kind == InputKind::tagged;
}

const char* format_of(int bits) {
  return bits == kHalfBits ? "11 bits, as in half precision and TF32" : "8 bits, as in bfloat16";
}

void explain_operands(const WrongElements& is, Explanations& found) {
  for (int bits : {kHalfBits, kBfloat16Bits}) {
    for (bool is_rounded : {true, false}) {
      const auto fits = explains(is, [&](int row, int col) {
        double sum = 0;
        for (int p = 0; p < is.k; ++p) {
          sum += kept(is.a(row, p), bits, is_rounded) * kept(is.b(p, col), bits, is_rounded);
        }
        return sum;
      });
      if (fits) {
        // Of few rows or columns all have about one scale, which other losses could explain.
        const bool is_telling = is.run.kind != InputKind::exact || std::min(is.m, is.n) >= 4;
        found.add(Diagnosis::operands_rounded,
                  fmt::format("The operands are rounded to {}: fp32 has 24. Keep tiles, fragments "
                              "and sums in float.",
                              format_of(bits)),
                  0, is_telling);
      }
    }
  }
}

bool all_wrong(const WrongElements& is,
               const std::function<bool(double got, double expected)>& holds) {
  return std::all_of(is.wrong().begin(), is.wrong().end(), [&](const Place& at) {
    return holds(is.got(at.row, at.col), is.should_be(at.row, at.col));
  });
}

void explain_values(const WrongElements& is, Explanations& found) {
  const Place first = is.wrong().front();
  const double value = is.got(first.row, first.col);
  if (all_wrong(is, [&](double got, double) { return got == value; })) {
    const bool is_all = std::all_of(is.right().begin(), is.right().end(), [&](const Place& at) {
      return is.got(at.row, at.col) == value;
    });
    if (value != 0 && is_all && is.run.comparison.wrong >= 4) {
      found.add_certain(
          Diagnosis::stored_constant,
          fmt::format("Every element holds {:.7g}: what is stored does not depend on A and "
                      "B.",
                      value));
    }
    return;
  }
}

// Fractions get lost. In whole numbers of another origin they would not come so close.
void explain_whole_numbers(const WrongElements& is, Explanations& found) {
  const bool are_whole = all_wrong(is, [](double got, double expected) {
    return got == std::trunc(got) && (got == 0 || std::fabs(got - expected) <= 1);
  });
  if (are_whole && is.run.kind == InputKind::uniform && is.run.whole_numbers_were_right) {
    found.add_certain(
        Diagnosis::whole_numbers,
        "C holds whole numbers only, and matrices of whole numbers came out right: a sum or "
        "a factor is an int. It must be a float.");
  }
}

// Sums that are all of one short format, where right ones would not be, and off by no more than
// rounding each of k additions makes them.
void explain_sums(const WrongElements& is, Explanations& found) {
  for (int bits : {kBfloat16Bits, kHalfBits}) {
    const bool is_short = std::all_of(is.wrong().begin(), is.wrong().end(), [&](const Place& at) {
      const double got = is.got(at.row, at.col), expected = is.should_be(at.row, at.col);
      const double magnitude = is.run.expected.magnitude[std::size_t(at.row) * is.n + at.col];
      return got != 0 && kept(got, bits, true) == got && kept(expected, bits, true) != expected &&
             std::fabs(got - expected) <= std::ldexp(is.k * magnitude, -bits);
    });
    if (is_short) {
      found.add(
          Diagnosis::sum_rounded,
          fmt::format("The sums have only {}: fp32 has 24. Keep them in float.", format_of(bits)));
    }
  }
}

}  // namespace

void explain_by_rounding(const WrongElements& is, Explanations& found) {
  if (is.wrong().empty()) {
    return;
  }
  explain_whole_numbers(is, found);
  explain_values(is, found);
  if (is.run.kind == InputKind::tagged || is.run.kind == InputKind::uniform) {
    explain_sums(is, found);
  }
  if (!exact_in_bfloat16(is.run.kind)) {
    explain_operands(is, found);
  }
}

}  // namespace gemmlab
