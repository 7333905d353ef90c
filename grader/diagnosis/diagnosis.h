// What wrong values look like: the closed list of likely bugs, and the sentences that say so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/cause.h"
#include "grader/core/compare.h"
#include "grader/core/metrics.h"

namespace gemmlab {

// Result files and mutants know these by their names; new ones may be added, none is renamed.
enum class Diagnosis {
  not_written,        // nothing of C
  grid_rounded_down,  // the partial tiles at the right or bottom are not written
  grid_swapped,       // as many blocks in x as y needs, and the other way round
  grid_too_small,
  partial_tiles_not_stored,  // though there are blocks for them
  part_not_written,          // C is written up to some row or column only
  first_block_only,
  outputs_not_stored,    // every thread leaves out the same ones of its outputs
  thread_index_missing,  // threads of a block share an index that should differ
  added_to_old_c,
  transposed,
  column_major,
  blocks_swapped,   // blockIdx.x and blockIdx.y
  threads_swapped,  // rows and columns within a tile
  same_tile_everywhere,
  shifted_by_one,
  outputs_mixed_up,  // computed in one order, stored in another
  outputs_alike,     // all outputs of a thread hold one of them
  outputs_totalled,  // all outputs of a thread hold their total
  sum_never_reset,   // an element holds those before it, too
  stored_zero,
  stored_constant,
  negated,
  sum_multiplied,      // every product is added several times
  last_phase_missing,  // a phase is one tile of k
  k_tail_missing,      // the last, partial phase
  first_phase_only,
  last_phase_only,
  first_phase_missing,
  phase_repeated,
  phases_overlap,     // the next tile of k begins one further on, not a tile
  wrong_step,         // the next tile of k begins elsewhere, of one operand
  running_sum_added,  // the sum so far is added after every phase
  last_product_missing,
  first_product_missing,
  first_product_only,
  last_product_only,
  k_taken_for_other_extent,
  part_of_each_phase,
  every_other_product,
  clamped_past_k,        // the last product counts again where 0 should be
  tile_not_zero_filled,  // past k the tiles hold the elements of the phase before
  sum_stops_early,
  wrong_row_length,
  operand_transposed,
  operand_tile_transposed,
  operands_swapped,
  row_and_column_swapped,  // in reading one operand
  tile_origin_missing,     // every block reads the first tiles of an operand
  k0_missing,              // every phase reads the first tile of an operand
  stale_tiles,             // a phase uses a tile of another phase
  whole_numbers,
  operands_rounded,
  sum_rounded,
  last_tile_wrong,     // of rows or columns
  part_wrong,          // from some row or column on
  some_outputs_wrong,  // the same ones of every thread
  right_only_for_squares,
  right_only_for_multiples,
  right_only_in_one_phase,
  right_only_in_one_block,
};

std::string_view name(Diagnosis diagnosis);
std::optional<Diagnosis> diagnosis_named(std::string_view name);
std::vector<Diagnosis> all_diagnoses();

// Whether it tells where C is wrong and not why: nothing to add where a graver finding says why.
bool says_only_where(Diagnosis diagnosis);

struct Explanation {
  Diagnosis diagnosis;
  std::string sentence;        // one or two: what C holds, and what in the code does that
  bool is_certain = true;      // false: few elements speak for it; to be said only if others agree
  int tile = 0;                // what it takes the width of a tile for; 0: for nothing
  bool may_be_chance = false;  // to be said only if it explains a second shape, too
};

inline Cause cause_of(const Explanation& is) {
  return {std::string(name(is.diagnosis)), is.sentence, says_only_where(is.diagnosis)};
}

// One run whose C [m, n] is wrong.
struct WrongRun {
  const Shape& shape;
  InputKind kind;
  const Operands& operands;
  const Expected& expected;
  const float* c;
  const Comparison& comparison;
  std::vector<LaunchShape> launches = {};  // none: not known
  bool whole_numbers_were_right = false;   // at this shape
};

// What explains the run, most plausible first, each diagnosis once a tile width; empty if nothing
// is known to. An explanation agrees with every wrong and every right element that was looked at.
std::vector<Explanation> diagnose(const WrongRun& run);

}  // namespace gemmlab
