#include "common/simt/analysis/store_map.h"

#include <gtest/gtest.h>

#include "common/simt/memory/shadow.h"

namespace simt {
namespace {

constexpr int kRows = 32, kCols = 32;

// C after a launch of 2 x 2 blocks of 16 x 16 threads.
class StoreMaps : public ::testing::Test {
 protected:
  StoreMaps() {
    Allocation description;
    description.matrix = "c";
    description.rows = kRows;
    description.cols = kCols;
    c_ = arena_.near(reinterpret_cast<u64>(arena_.allocate(kRows * kCols * 4, description)));
    launch_.grid = {2, 2, 1};
    launch_.block = {16, 16, 1};
    launch_.blocks = 4;
    launch_.first_serial = 7;
    launch_.block_step = 3;  // not in their natural order
  }

  // Each block stores with its first row and column so far from its neighbour's, a thread's so far.
  void store(int rows_apart, int cols_apart, int threads_apart = 1) {
    for (u64 i = 0; i < launch_.blocks; ++i) {
      const uint3 block = launch_.block_at(i);
      for (int thread = 0; thread < 256; ++thread) {
        const int row = static_cast<int>(block.y) * rows_apart + thread / 16;
        const int col = static_cast<int>(block.x) * cols_apart + thread % 16 * threads_apart;
        if (row < kRows && col < kCols) {
          touch(row, col, launch_.first_serial + i, static_cast<u32>(thread));
        }
      }
    }
  }
  void touch(int row, int col, u64 serial, u32 thread) {
    const u64 first = (c_->begin - arena_.begin()) / 4;
    arena_.shadow().written[first + static_cast<u64>(row * kCols + col)] =
        global_touch(serial, 1u << kClockShift | thread);
  }
  std::optional<gemmlab::StoreMap> map() const { return map_of_stores(arena_, *c_, launch_); }

  Arena arena_;
  const Allocation* c_ = nullptr;
  BlockOrder launch_;
};

TEST_F(StoreMaps, TellHowFarNeighboursStore) {
  store(16, 16);
  const auto found = map();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->stored, 1024u);
  EXPECT_EQ(found->storing, 4u);
  EXPECT_EQ(found->most_of_block, 256u);
  EXPECT_EQ(found->cols, 16);
  ASSERT_TRUE(found->block_x && found->block_y && found->thread_x && found->thread_y);
  EXPECT_EQ(found->block_x->cols, 16);
  EXPECT_EQ(found->block_x->rows, 0);
  EXPECT_EQ(found->block_y->rows, 16);
  EXPECT_EQ(found->thread_x->cols, 1);
  EXPECT_EQ(found->thread_y->rows, 1);
}

TEST_F(StoreMaps, SeeBlocksThatOverlap) {
  store(16, 8);
  const auto found = map();
  ASSERT_TRUE(found && found->block_x);
  EXPECT_EQ(found->block_x->cols, 8);
  EXPECT_EQ(found->cols, 16);
}

TEST_F(StoreMaps, SeeThreadsThatAreFarApart) {
  store(16, 1, 2);
  const auto found = map();
  ASSERT_TRUE(found && found->block_x && found->thread_x);
  EXPECT_EQ(found->block_x->cols, 1);
  EXPECT_EQ(found->thread_x->cols, 2);
}

TEST_F(StoreMaps, SayNothingOfSeveralLaunches) {
  EXPECT_FALSE(map());
  store(16, 16);
  touch(3, 3, launch_.first_serial - 1, 0);
  EXPECT_FALSE(map());
}

}  // namespace
}  // namespace simt
