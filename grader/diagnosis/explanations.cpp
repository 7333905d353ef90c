#include "grader/diagnosis/explanations.h"

#include <cmath>
#include <set>
#include <utility>

namespace gemmlab {

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

Explanations::Explanations(const WrongElements& is) : is(is) {
  constexpr std::size_t kEnough = 4, kDifferent = 3;
  std::set<float> different;
  for (const auto [row, col] : is.wrong()) {
    different.insert(is.got(row, col));
  }
  is_telling_ = is.run.comparison.wrong >= kEnough && different.size() >= kDifferent;
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
  if (explains(is, guess)) {
    add(std::move(cause), tile);
  }
}

void Explanations::try_sum(Cause cause, const Weight& weight, int tile) {
  if (explains_as_sum(is, weight)) {
    add(std::move(cause), tile);
  }
}

void Explanations::try_reads(Cause cause, const Reads& a, const Reads& b, int tile) {
  const auto sum_of_reads = [&](int row, int col) {
    double sum = 0;
    for (int p = 0; p < is.k; ++p) {
      sum += (a ? a(row, col, p) : is.a(row, p)) * (b ? b(row, col, p) : is.b(p, col));
    }
    return sum;
  };
  try_guess(std::move(cause), sum_of_reads, tile);
}

}  // namespace gemmlab
