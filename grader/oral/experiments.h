// Changes to a lab file whose effect an examiner may ask for: a test left out, a barrier deleted,
// the axes of a thread exchanged. Each is the whole file with one edit; what it does is not known
// before it has run.
#pragma once

#include <string>
#include <vector>

#include "common/facts/names.h"

namespace gemmlab {

GEMMLAB_ENUM(ExperimentKind,
             test_dropped,       // row < m is taken for true
             test_weakened,      // row < m becomes row <= m
             loop_one_more,      // likewise, in the header of a for
             barrier_deleted,    // one __syncthreads()
             axes_exchanged,     // threadIdx.x and threadIdx.y, everywhere in the kernels
             row_length,         // b[p * n + col] with another extent in place of n
             one_for_zero,       // 1 in place of a 0 that is stored into a tile
             grid_rounded_down,  // (n + kTile - 1) / kTile becomes n / kTile
             constant_halved,    // kTile
             row_padded)         // a row of a shared array is one element longer, or no longer so
struct Experiment {
  ExperimentKind kind = ExperimentKind::test_dropped;
  int line = 0;
  std::string was, now;  // code
  std::string name;      // of what the line is about: the extent, array or constant; may be empty
  std::string text;      // the changed file
};

// All that the text offers, in the order of the kinds, then of the lines. A file whose brackets
// have no partners offers none.
std::vector<Experiment> experiments_on(const std::string& source);

}  // namespace gemmlab
