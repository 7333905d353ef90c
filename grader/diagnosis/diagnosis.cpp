#include "grader/diagnosis/diagnosis.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "grader/diagnosis/explanations.h"

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
