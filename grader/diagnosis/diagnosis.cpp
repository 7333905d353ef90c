#include "grader/diagnosis/diagnosis.h"

#include "grader/diagnosis/elements.h"

namespace gemmlab {

std::vector<Explanation> diagnose(const WrongRun& run) {
  const WrongElements is(run);
  Explanations found(is);
  if (run.comparison.added_to_poison > 0) {
    found.add_certain(
        Diagnosis::added_to_old_c,
        "C is added to (+=) before it was set: what it held before is not zero. Set it to "
        "zero first, or sum up in a variable and store that once.");
  } else if (run.comparison.transposed) {
    found.add_certain(Diagnosis::transposed,
                      "C holds the transpose: row and column are swapped in the store, or in both "
                      "operands.");
  } else if (run.comparison.not_finite == 0 && !is.wrong().empty()) {
    // From claims about all of C to those that only say where it is wrong.
    explain_by_rounding(is, found);
    explain_by_products(is, found);
    if (!found.has(Diagnosis::stored_zero)) {  // which much else would give, too
      explain_by_place(is, found);
      explain_by_reading(is, found);
      explain_by_outputs(is, found);
      explain_by_layout(is, found);
    }
  } else if (run.comparison.not_finite == 0) {
    explain_by_layout(is, found);
  }
  if (run.comparison.unwritten > 0) {
    explain_unwritten(is, found);
  } else {
    explain_by_region(is, found);
  }
  return std::move(found).take();
}

}  // namespace gemmlab
