// The sums that products.cpp must recognise, and similar ones that it must not.
#include <gtest/gtest.h>

#include "grader/diagnosis/sample_run.h"

namespace gemmlab {
namespace {

using sample::MadeUpRun;

struct Case {
  const char* said;
  int k;
  std::function<double(int p)> weight;
};

class Products : public testing::TestWithParam<Case> {};

TEST_P(Products, AreRecognised) {
  const Case& of = GetParam();
  for (InputKind kind : {InputKind::tagged, InputKind::uniform}) {
    const MadeUpRun run({33, 50, of.k, ""}, kind);
    EXPECT_EQ(run.said([&](int row, int col) { return run.sum(row, col, of.weight); }), of.said)
        << name(kind);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Products,
    testing::Values(Case{"k_tail_missing", 100, [](int p) { return p < 96; }},
                    Case{"last_phase_missing", 96, [](int p) { return p < 64; }},
                    Case{"first_phase_only", 100, [](int p) { return p < 16; }},
                    Case{"last_phase_only", 96, [](int p) { return p >= 64; }},
                    Case{"first_phase_missing", 96, [](int p) { return p >= 16; }},
                    Case{"phase_repeated", 96, [](int p) { return p < 16 ? 2 : 1; }},
                    Case{"phase_repeated", 96, [](int p) { return p < 64 ? 1 : 2; }},
                    Case{"running_sum_added", 96, [](int p) { return 3 - p / 32; }},
                    Case{"last_product_missing", 96, [](int p) { return p < 95; }},
                    Case{"first_product_missing", 96, [](int p) { return p > 0; }},
                    Case{"first_product_only", 96, [](int p) { return p == 0; }},
                    Case{"last_product_only", 96, [](int p) { return p == 95; }},
                    Case{"k_taken_for_other_extent", 99, [](int p) { return p < 50; }},
                    Case{"part_of_each_phase", 96, [](int p) { return p % 32 < 31; }},
                    Case{"part_of_each_phase", 96, [](int p) { return p % 16 >= 1; }},
                    Case{"every_other_product", 96, [](int p) { return p % 2 == 0; }},
                    Case{"every_other_product", 96, [](int p) { return p % 32 == 31; }},
                    Case{"clamped_past_k", 100, [](int p) { return p == 99 ? 29 : 1; }},
                    Case{"tile_not_zero_filled", 100,
                         [](int p) { return p >= 68 && p < 96 ? 2 : 1; }},
                    Case{"sum_stops_early", 99, [](int p) { return p < 43; }},
                    Case{"sum_multiplied", 40, [](int) { return 3; }},
                    Case{"negated", 40, [](int) { return -1; }},
                    Case{"stored_zero", 40, [](int) { return 0; }},
                    // near misses
                    Case{"", 96, [](int p) { return p < 64 && p != 5; }},
                    Case{"", 96, [](int p) { return p < 13 ? 2 : 1; }},
                    Case{"", 96, [](int p) { return p == 20 ? 0 : 1; }},
                    Case{"", 96, [](int p) { return p % 2 ? 0.25 : 1; }},
                    Case{"sum_scaled", 40, [](int) { return 0.5; }}),
    [](const auto& info) {
      return std::to_string(info.index) + (*info.param.said ? info.param.said : "nothing");
    });

}  // namespace
}  // namespace gemmlab
