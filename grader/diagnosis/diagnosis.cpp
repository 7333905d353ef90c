#include "grader/diagnosis/diagnosis.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "grader/diagnosis/blocks.h"
#include "grader/diagnosis/explanations.h"
#include "grader/diagnosis/operations.h"
#include "grader/diagnosis/outputs.h"
#include "grader/diagnosis/products.h"
#include "grader/diagnosis/reading.h"
#include "grader/diagnosis/rounding.h"
#include "grader/diagnosis/where.h"

namespace gemmlab {

// The simulator's compiler fills variables that are not set with these bits: as a float so large
// that adding to it changes nothing.
static bool begins_unset(const WrongElements& seen) {
  constexpr std::uint32_t kUnsetBits = 0xfefefefeu;
  const float* const end = seen.run.c + std::size_t(seen.m) * seen.n;
  return std::any_of(seen.run.c, end,
                     [](float value) { return std::bit_cast<std::uint32_t>(value) == kUnsetBits; });
}

std::vector<Explanation> diagnose(const WrongRun& run) {
  constexpr int kMostProducts = 8192;  // of an element
  const WrongElements seen(run);
  Explanations found(seen);
  if (begins_unset(seen)) {
    found.add(NeverSet{}, 0, Belief::certain);
  } else if (run.comparison.added_to_poison > 0) {
    found.add(AddedToOldC{}, 0, Belief::certain);
  } else if (run.comparison.transposed) {
    found.add(Transposed{.is_whole = true}, 0, Belief::certain);
  } else if (run.shape.k > kMostProducts) {
    // Others tell as much, in less time.
  } else if (run.comparison.not_finite == 0 && !seen.wrong.empty()) {
    if (!run.operands.c.empty()) {
      found.try_guess(AddedToOldC{}, [&](int row, int col) {
        return seen.should_be(row, col) + run.operands.c[std::size_t(row) * seen.n + col];
      });
    }
    // From claims about all of C to claims about where it is wrong.
    explain_by_rounding(found);
    explain_by_products(found);
    if (!found.has_explanation<StoredZero>()) {  // many other bugs would give this, too
      explain_by_place(found);
      explain_by_reading(found);
      explain_by_outputs(found);
      explain_by_layout(found);
      explain_by_tiles(found);
      explain_by_operation(found);
    }
  } else if (run.comparison.not_finite == 0) {
    explain_by_layout(found);
  } else if (!seen.wrong.empty()) {
    explain_by_division(found);
  }
  if (run.comparison.unwritten > 0) {
    explain_by_blocks(found);
    explain_unwritten(found);
  } else {
    explain_by_region(found);
  }
  return std::move(found).take();
}

}  // namespace gemmlab
