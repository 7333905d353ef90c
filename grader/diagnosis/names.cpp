#include <algorithm>
#include <array>

#include "grader/diagnosis/diagnosis.h"

namespace gemmlab {
namespace {

// In the order of the enum.
constexpr std::array kNames = {
    std::string_view("not_written"),
    std::string_view("grid_rounded_down"),
    std::string_view("grid_swapped"),
    std::string_view("grid_too_small"),
    std::string_view("partial_tiles_not_stored"),
    std::string_view("part_not_written"),
    std::string_view("first_block_only"),
    std::string_view("outputs_not_stored"),
    std::string_view("thread_index_missing"),
    std::string_view("added_to_old_c"),
    std::string_view("transposed"),
    std::string_view("column_major"),
    std::string_view("blocks_swapped"),
    std::string_view("threads_swapped"),
    std::string_view("same_tile_everywhere"),
    std::string_view("shifted_by_one"),
    std::string_view("outputs_mixed_up"),
    std::string_view("outputs_alike"),
    std::string_view("outputs_totalled"),
    std::string_view("sum_never_reset"),
    std::string_view("stored_zero"),
    std::string_view("stored_constant"),
    std::string_view("negated"),
    std::string_view("sum_multiplied"),
    std::string_view("last_phase_missing"),
    std::string_view("k_tail_missing"),
    std::string_view("first_phase_only"),
    std::string_view("last_phase_only"),
    std::string_view("first_phase_missing"),
    std::string_view("phase_repeated"),
    std::string_view("phases_overlap"),
    std::string_view("wrong_step"),
    std::string_view("running_sum_added"),
    std::string_view("last_product_missing"),
    std::string_view("first_product_missing"),
    std::string_view("first_product_only"),
    std::string_view("last_product_only"),
    std::string_view("k_taken_for_other_extent"),
    std::string_view("part_of_each_phase"),
    std::string_view("every_other_product"),
    std::string_view("clamped_past_k"),
    std::string_view("tile_not_zero_filled"),
    std::string_view("sum_stops_early"),
    std::string_view("wrong_row_length"),
    std::string_view("operand_transposed"),
    std::string_view("operand_tile_transposed"),
    std::string_view("operands_swapped"),
    std::string_view("row_and_column_swapped"),
    std::string_view("tile_origin_missing"),
    std::string_view("k0_missing"),
    std::string_view("stale_tiles"),
    std::string_view("whole_numbers"),
    std::string_view("operands_rounded"),
    std::string_view("sum_rounded"),
    std::string_view("last_tile_wrong"),
    std::string_view("part_wrong"),
    std::string_view("some_outputs_wrong"),
    std::string_view("right_only_for_squares"),
    std::string_view("right_only_for_multiples"),
    std::string_view("right_only_in_one_phase"),
    std::string_view("right_only_in_one_block"),
};
static_assert(kNames.size() == std::size_t(Diagnosis::right_only_in_one_block) + 1);

}  // namespace

std::string_view name(Diagnosis diagnosis) {
  return kNames[std::size_t(diagnosis)];
}

std::optional<Diagnosis> diagnosis_named(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  return found == kNames.end() ? std::nullopt : std::optional(Diagnosis(found - kNames.begin()));
}

std::vector<Diagnosis> all_diagnoses() {
  std::vector<Diagnosis> all;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    all.push_back(Diagnosis(i));
  }
  return all;
}

bool says_only_where(Diagnosis diagnosis) {
  switch (diagnosis) {
    case Diagnosis::not_written:
    case Diagnosis::part_not_written:
    case Diagnosis::stored_zero:
    case Diagnosis::last_tile_wrong:
    case Diagnosis::part_wrong:
    case Diagnosis::some_outputs_wrong:
      return true;
    default:
      return false;
  }
}

}  // namespace gemmlab
