#include "common/model/prediction.h"

#include <gtest/gtest.h>

#include "common/model/devices.h"
#include "common/model/roofline.h"

namespace gemmlab::model {
namespace {

TEST(Prediction, HasLaunchAndTrafficAtAShape) {
  const auto found = predict("06", {131, 127, 129}, nullptr);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->grid, (std::array<std::int64_t, 2>{1, 2}));
  EXPECT_EQ(found->block, (std::array<int, 2>{16, 16}));
  EXPECT_EQ(found->shared_bytes, 16384);
  EXPECT_DOUBLE_EQ(found->bytes_per_flop,
                   4.0 * (131 * 129 + 2 * 129 * 127 + 131 * 127) / (2.0 * 131 * 127 * 129));
  EXPECT_EQ(found->shared_loads_per_fma, 0.25);
  EXPECT_TRUE(found->gpu.empty());
  EXPECT_EQ(found->at_most_flops, 0);
}

TEST(Prediction, HasARateOnAGPU) {
  const auto found = predict("03", {128, 128, 128}, &device("h200"));
  EXPECT_EQ(found->gpu, "H200");
  EXPECT_NEAR(found->at_most_flops, 11.15e12, 0.01e12);
  EXPECT_EQ(found->binding, Bound::pipe);
}

TEST(Prediction, IsNoneOfALabWithoutAKernel) {
  EXPECT_FALSE(predict("01", {128, 128, 128}, nullptr));
}

}  // namespace
}  // namespace gemmlab::model
