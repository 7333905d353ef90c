#include "grader/diagnosis/explanations.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

namespace gemmlab {
namespace {

// The simulator's compiler fills variables that are not set with these bits: as a float so large
// that adding to it changes nothing.
bool begins_unset(const WrongElements& is) {
  constexpr std::uint32_t kUnsetBits = 0xfefefefeu;
  const float* const end = is.run.c + std::size_t(is.m) * is.n;
  return std::any_of(is.run.c, end,
                     [](float value) { return std::bit_cast<std::uint32_t>(value) == kUnsetBits; });
}

}  // namespace

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
    return sum_of(is.k, [&](int p) { return weight(p) * is.a(row, p) * is.b(p, col); });
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
    return sum_of(is.k, [&](int p) {
      return (a ? a(row, col, p) : is.a(row, p)) * (b ? b(row, col, p) : is.b(p, col));
    });
  };
  try_guess(std::move(cause), sum_of_reads, tile);
}

std::vector<Explanation> diagnose(const WrongRun& run) {
  const WrongElements is(run);
  Explanations found(is);
  if (begins_unset(is)) {
    found.add(NeverSet{}, 0, Belief::certain);
  } else if (run.comparison.added_to_poison > 0) {
    found.add(AddedToOldC{}, 0, Belief::certain);
  } else if (run.comparison.transposed) {
    found.add(Transposed{.is_whole = true}, 0, Belief::certain);
  } else if (run.comparison.not_finite == 0 && !is.wrong().empty()) {
    // From claims about all of C to claims about where it is wrong.
    explain_by_rounding(found);
    explain_by_products(found);
    if (!found.has<StoredZero>()) {  // many other bugs would give this, too
      explain_by_place(found);
      explain_by_reading(found);
      explain_by_outputs(found);
      explain_by_layout(found);
    }
  } else if (run.comparison.not_finite == 0) {
    explain_by_layout(found);
  }
  if (run.comparison.unwritten > 0) {
    explain_unwritten(found);
  } else {
    explain_by_region(found);
  }
  return std::move(found).take();
}

}  // namespace gemmlab
