// Compares the kernels' loads and stores with loops that simulate them thread by thread, and with
// the counts of hardware and simulator.
#include "common/model/kernels.h"

#include <gtest/gtest.h>

namespace gemmlab::model {
namespace {

using Extents = std::array<std::int64_t, 3>;

// All loads of a guarded kernel with both tiles in shared memory, block by block.
Traffic walked(const Kernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k) {
  Traffic sum;
  for (std::int64_t row0 = 0; row0 < m; row0 += kernel.tile_rows) {
    for (std::int64_t col0 = 0; col0 < n; col0 += kernel.tile_cols) {
      for (std::int64_t k0 = 0; k0 < k; k0 += kernel.tile_depth) {
        for (std::int64_t p = k0; p < std::min<std::int64_t>(k, k0 + kernel.tile_depth); ++p) {
          for (int i = 0; i < kernel.tile_rows; ++i) {
            sum.a_loads += row0 + i < m;
          }
          for (int j = 0; j < kernel.tile_cols; ++j) {
            sum.b_loads += col0 + j < n;
          }
        }
      }
      for (int i = 0; i < kernel.tile_rows; ++i) {
        for (int j = 0; j < kernel.tile_cols; ++j) {
          sum.stores += row0 + i < m && col0 + j < n;
        }
      }
    }
  }
  return sum;
}

TEST(Traffic, IsWhatAWalkThroughTheBlocksFinds) {
  for (const Kernel& kernel : {tiled_kernel(16), tiled_kernel(32), multi_output_kernel(32, 8),
                               register_tile_kernel(128, 128, 16, 8, 8)}) {
    for (const auto& [m, n, k] :
         {Extents{128, 128, 128}, Extents{131, 127, 129}, Extents{1, 7, 40}, Extents{33, 50, 17}}) {
      const Traffic expected = walked(kernel, m, n, k), found = traffic(kernel, m, n, k);
      EXPECT_EQ(found.a_loads, expected.a_loads) << kernel.tile_rows << m;
      EXPECT_EQ(found.b_loads, expected.b_loads) << kernel.tile_rows << m;
      EXPECT_EQ(found.stores, expected.stores) << kernel.tile_rows << m;
    }
  }
}

TEST(Traffic, OfKernelsWithoutATileIsThatOfTheirThreads) {
  const Traffic naive = traffic(naive_kernel(16), 5, 4, 3);
  EXPECT_EQ(naive.a_loads, 5 * 4 * 3);
  EXPECT_EQ(naive.b_loads, 5 * 4 * 3);
  EXPECT_EQ(naive.bytes(), 4 * (2 * 60 + 20));
  // 64 rows, 16 columns: a thread reads its row of A once for 16 columns.
  const Traffic joint = traffic(one_operand_kernel(16, 4), 128, 128, 128);
  EXPECT_EQ(joint.a_loads, 128 * 128 * 8);
  EXPECT_EQ(joint.b_loads, 128 * 128 * 2);
}

TEST(Traffic, InBytesPerFlop) {
  EXPECT_DOUBLE_EQ(bytes_per_flop(naive_kernel(16), 128, 128, 128), 4 + 2.0 / 128);
  EXPECT_DOUBLE_EQ(bytes_per_flop(tiled_kernel(32), 128, 128, 128), 4.0 / 32 + 2.0 / 128);
  EXPECT_DOUBLE_EQ(bytes_per_flop(tiled_kernel(32)), 0.125);
  const Kernel large = register_tile_kernel(128, 128, 16, 8, 8);
  EXPECT_NEAR(bytes_per_flop(large, 65536, 65536, 65536), bytes_per_flop(large), 1e-4);
}

TEST(Launch, OfTheTextbookSolutions) {
  ASSERT_EQ(textbook_kernels().size(), 8u);
  EXPECT_EQ(textbook_kernel("01"), nullptr);
  const Kernel& kernel = *textbook_kernel("06");
  EXPECT_EQ(kernel.threads(), 256);
  EXPECT_EQ(shared_bytes(kernel), 16384);
  EXPECT_EQ(grid(kernel, 129, 1), (std::array<std::int64_t, 2>{1, 2}));
  EXPECT_EQ(textbook_kernel("05")->block_y, 4);
  EXPECT_EQ(shared_bytes(*textbook_kernel("02")), 0);
  EXPECT_EQ(shared_bytes(*textbook_kernel("07")), 8 * (132 + 128) * 4);
  EXPECT_EQ(shared_bytes(*textbook_kernel("08")), 2 * 16 * (132 + 128) * 4);
  EXPECT_EQ(textbook_kernel("10")->threads(), 128);
  EXPECT_EQ(shared_bytes(*textbook_kernel("10")), (2 * (128 * 20 + 16 * 136) + 4 * 256) * 4);
}

TEST(Loads, ForEachMultiplyAdd) {
  EXPECT_EQ(shared_loads_per_fma(naive_kernel(16)), 0);
  EXPECT_EQ(shared_loads_per_fma(tiled_kernel(32)), 2);
  EXPECT_EQ(shared_loads_per_fma(multi_output_kernel(32, 8)), 1.125);
  EXPECT_EQ(shared_loads_per_fma(one_operand_kernel(16, 16)), 1);
  EXPECT_EQ(shared_loads_per_fma(register_tile_kernel(128, 128, 16, 8, 8)), 0.25);
  // Of a warp's 8 x 128 elements for 16 fragments of 16 x 16 x 8.
  EXPECT_EQ(shared_loads_per_fma(tensor_kernel(128, 16, 4)), 8 * 128.0 / (16 * 16 * 16 * 8));
}

// Wavefronts of shared loads from an H200's counters at 128 x 128 x 128 (docs/measurements.md),
// divided by its 128^3 / 32 multiply-adds of warps.
TEST(Wavefronts, AreThoseThatTheHardwareCounts) {
  constexpr double kFmas = 128.0 * 128 * 128 / 32;
  EXPECT_EQ(wavefronts_per_fma(tiled_kernel(32)), 98304 / kFmas);
  EXPECT_EQ(wavefronts_per_fma(multi_output_kernel(32, 8)), 40960 / kFmas);
  EXPECT_EQ(wavefronts_per_fma(register_tile_kernel(128, 128, 16, 8, 8)), 16384 / kFmas);
  EXPECT_EQ(load_instructions_per_fma(tiled_kernel(32)), 81920 / kFmas);
  EXPECT_EQ(wavefronts_per_fma(naive_kernel(16)), 2);
}

TEST(Sectors, AreThoseThatTheHardwareCounts) {
  EXPECT_EQ(naive_sectors(128, false), 262144.0 / 131072);
  EXPECT_EQ(naive_sectors(128, true), 1114112.0 / 131072);
  EXPECT_EQ(joint_sectors(128), 135168.0 / 5120);
  EXPECT_EQ(sectors([](int lane) { return std::int64_t{lane}; }), 4);
  EXPECT_EQ(sectors([](int lane) { return std::int64_t{lane} + 1; }), 5);
}

}  // namespace
}  // namespace gemmlab::model
