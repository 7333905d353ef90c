#include "common/model/occupancy.h"

#include <gtest/gtest.h>

#include "common/model/devices.h"

namespace gemmlab::model {
namespace {

Occupancy on(const char* gpu, const BlockNeeds& block) {
  return occupancy(device(gpu).limits, block);
}

TEST(Occupancy, NamesTheLimitThatBinds) {
  const Occupancy threads = on("h200", {1024, 8192, 0});
  EXPECT_EQ(threads.blocks, 2);
  EXPECT_EQ(threads.limit, Limit::threads);
  EXPECT_EQ(threads.by_shared, 25);  // 228 KiB / 9 KiB
  EXPECT_EQ(threads.by_registers, kUnlimited);
  EXPECT_EQ(threads.share, 1);

  const Occupancy shared = on("t4", {256, 16384, 0});
  EXPECT_EQ(shared.blocks, 4);
  EXPECT_EQ(shared.limit, Limit::threads);  // both allow 4: the first is reported
  EXPECT_EQ(on("t4", {256, 20000, 0}).limit, Limit::shared_memory);
  EXPECT_EQ(on("t4", {256, 20000, 0}).blocks, 3);

  const Occupancy blocks = on("h200", {32, 0, 0});
  EXPECT_EQ(blocks.blocks, 32);
  EXPECT_EQ(blocks.limit, Limit::blocks);
  EXPECT_EQ(blocks.share, 0.5);

  const Occupancy registers = on("h200", {256, 16384, 124});
  EXPECT_EQ(registers.blocks, 2);
  EXPECT_EQ(registers.limit, Limit::registers);
}

TEST(Occupancy, HandsRegistersToWarpsPartByPart) {
  EXPECT_EQ(on("h200", {128, 8192, 50}).blocks, 9);   // 56 each: 9 warps in each of 4 parts
  EXPECT_EQ(on("h200", {256, 8192, 37}).warps, 48);   // 40 each: 12 warps a part
  EXPECT_EQ(on("h200", {1024, 8192, 40}).blocks, 1);  // 48 warps: one block of 32
  EXPECT_EQ(on("p100", {64, 0, 255}).warps, 8);       // 2 parts of 32,768: 4 warps each
}

TEST(Occupancy, HandsRegistersToBlocksOnTheOldest) {
  EXPECT_EQ(on("g80", {256, 0, 10}).blocks, 3);
  EXPECT_EQ(on("g80", {256, 0, 11}).blocks, 2);
  EXPECT_EQ(on("g80", {256, 0, 11}).warps, 16);
  EXPECT_EQ(on("gtx280", {64, 0, 30}).by_registers, 8);  // 1,920 rounded up to 2,048
}

TEST(Occupancy, CountsWholeWarpsAndUnitsOfSharedMemory) {
  EXPECT_EQ(on("h200", {33, 0, 0}).by_threads, 32);  // as 64
  EXPECT_EQ(on("g80", {64, 5 * 1024, 0}).blocks, 3);
  EXPECT_EQ(on("a100", {256, 2048, 0}).by_shared, 54);  // CUDA adds 1 KiB: 164 / 3
  EXPECT_EQ(on("v100", {256, 2048, 0}).by_shared, 48);  // and none here
}

TEST(Occupancy, IsNoneWhereABlockIsTooLarge) {
  EXPECT_EQ(on("g80", {1024, 0, 0}).limit, Limit::block_too_large);
  EXPECT_EQ(on("h200", {1056, 0, 0}).blocks, 0);
  EXPECT_EQ(on("a100", {256, 164 * 1024, 0}).blocks, 0);
  EXPECT_EQ(on("a100", {256, 163 * 1024, 0}).blocks, 1);
  EXPECT_EQ(on("h200", {1024, 0, 128}).blocks, 0);  // 131,072 registers
  EXPECT_EQ(on("h200", {32, 0, 256}).blocks, 0);
}

TEST(Issue, TakesAClockForEachScheduler) {
  EXPECT_EQ(clocks_to_issue(device("a100").limits, 64), 16);
  EXPECT_EQ(clocks_to_issue(device("a100").limits, 1), 1);
}

}  // namespace
}  // namespace gemmlab::model
