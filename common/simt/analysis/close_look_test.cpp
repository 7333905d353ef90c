#include "common/simt/analysis/close_look.h"

#include <gtest/gtest.h>

#include "common/simt/analysis/request.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

constexpr AccessCode kLoad4 = 2, kLoad8 = 3, kStore4 = 2 | kWriteBit;

// All 32 lanes of the warp that begins with thread 0, lane t at address(t).
template <class Address>
Request request(AccessCode code, Address address) {
  Request request;
  request.start(code, 0);
  for (u32 t = 0; t < kWarpSize; ++t) {
    request.add(t, address(t), 0);
  }
  return request;
}

// Each half of the warp walks along its own row: a_tile[ty][i].
Request row_walk(AccessCode code, u32 i) {
  return request(code, [&](u32 t) { return u64{4096} + t / 16 * 64 + i * access_bytes(code); });
}

TEST(MergePredictor, MakesOneOfFourNeighbours) {
  MergePredictor predictor;
  for (u32 i = 0; i < 16; ++i) {
    predictor.note(row_walk(kLoad4, i), 1);
  }
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 4u);
  EXPECT_EQ(predictor.loads().units, 4u * 2);  // 16 bytes of two rows: the pairing rule
}

TEST(MergePredictor, MakesOneOfTwoNeighboursAndLeavesAThird) {
  MergePredictor predictor;
  for (u32 i : {0, 1, 2}) {
    predictor.note(row_walk(kLoad4, i), 1);
  }
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 2u);
}

TEST(MergePredictor, DoesNotNeedAnOrder) {
  MergePredictor predictor;
  for (u32 i : {3, 1, 0, 2}) {
    predictor.note(row_walk(kLoad4, i), 1);
  }
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 1u);
}

TEST(MergePredictor, MakesSixteenBytesOfTwiceEight) {
  MergePredictor predictor;
  predictor.note(row_walk(kLoad8, 0), 1);
  predictor.note(row_walk(kLoad8, 1), 1);
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 1u);
}

TEST(MergePredictor, EndsAtBarriersAndWhereStoresComeBetween) {
  MergePredictor predictor;
  predictor.note(row_walk(kLoad4, 0), 1);
  predictor.note(row_walk(kLoad4, 1), 2);
  predictor.note(row_walk(kStore4, 40), 2);
  predictor.note(row_walk(kLoad4, 2), 2);
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 3u);
}

TEST(MergePredictor, MakesEightBytesWhereRowsAreEightBytesLong) {
  MergePredictor predictor;
  for (u32 i : {0, 1}) {
    predictor.note(request(kLoad4, [&](u32 t) { return u64{4096} + t / 2 * 8 + i * 4; }), 1);
  }
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 1u);
}

TEST(MergePredictor, LeavesApartWhatALongLoopSeparates) {
  MergePredictor predictor;
  for (u32 i : {0, 1, 2, 3}) {  // eight rows and eight columns for each step along them
    for (u32 other = 0; other < 16; ++other) {
      const u64 row = u64{8192} + other * 1024 + i * 4;
      predictor.note(request(kLoad4, [&](u32) { return row; }), 1);
    }
  }
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 64u);
}

TEST(MergePredictor, LeavesLanesApartThatDoNotLieAlike) {
  MergePredictor predictor;
  for (u32 i = 0; i < 4; ++i) {  // b_tile[i][tx], and a row with an arbitrary start
    predictor.note(request(kLoad4, [&](u32 t) { return u64{8192} + i * 128 + t * 4; }), 1);
    predictor.note(request(kLoad4, [&](u32 t) { return u64{4096} + t * 68 + i * 4; }), 1);
  }
  predictor.flush();
  EXPECT_EQ(predictor.loads().requests, 8u);
}

}  // namespace
}  // namespace simt
