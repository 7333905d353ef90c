#include "grader/protocol/host_matrices.h"

#include <gtest/gtest.h>

#include <cstring>

#include "grader/core/inputs.h"

namespace gemmlab {
namespace {

class Matrices : public testing::TestWithParam<Placement> {
 protected:
  MatrixLayout layout_{3, 5, 7, GetParam()};
  HostMatrices host_{3 * 5 + 5 * 7 + 3 * 7};
  std::vector<float> a_ = std::vector<float>(21, 1.5f), b_ = std::vector<float>(35, 2.5f);
};

TEST_P(Matrices, TravelBothWays) {
  host_.put(layout_, a_, b_);
  MappedMatrices mapped(host_.fd(), layout_);
  EXPECT_EQ(mapped.a()[20], 1.5f);
  EXPECT_EQ(mapped.b()[34], 2.5f);
  mapped.c()[14] = 3.5f;
  EXPECT_EQ(host_.take_c(layout_)[14], 3.5f);
}

TEST_P(Matrices, CStartsPoisoned) {
  host_.put(layout_, a_, b_);
  std::uint32_t bits;
  const float last = host_.take_c(layout_)[14];
  std::memcpy(&bits, &last, sizeof bits);
  EXPECT_EQ(bits, kPoisonBits);
}

TEST_P(Matrices, TooLargeAShapeIsRefused) {
  const MatrixLayout large(1000, 1000, 1000, GetParam());
  EXPECT_THROW(host_.put(large, std::vector<float>(1000000), std::vector<float>(1000000)),
               std::length_error);
}

TEST_P(Matrices, InputsCannotBeWritten) {
  host_.put(layout_, a_, b_);
  MappedMatrices mapped(host_.fd(), layout_);
  EXPECT_DEATH(const_cast<float*>(mapped.a())[0] = 1, "");
  EXPECT_DEATH(const_cast<float*>(mapped.b())[34] = 1, "");
}

TEST(Placement, FlushEndFaultsOneElementAfterAMatrix) {
  const MatrixLayout layout(3, 5, 7, Placement::flush_end);
  HostMatrices host(100);
  MappedMatrices mapped(host.fd(), layout);
  EXPECT_DEATH(mapped.c()[15] = 1, "");
  volatile const float* a = mapped.a();
  EXPECT_DEATH((void)a[21], "");
  bool inside = true;
  EXPECT_EQ(mapped.matrix_at(mapped.c() + 15, &inside), 'c');
  EXPECT_FALSE(inside);
  EXPECT_EQ(mapped.matrix_at(mapped.b() + 3, &inside), 'b');
  EXPECT_TRUE(inside);
  EXPECT_EQ(mapped.matrix_at(&inside, &inside), 0);
}

TEST(Placement, FlushStartFaultsOneElementBeforeAMatrix) {
  const MatrixLayout layout(3, 5, 7, Placement::flush_start);
  HostMatrices host(100);
  MappedMatrices mapped(host.fd(), layout);
  EXPECT_DEATH(mapped.c()[-1] = 1, "");
}

INSTANTIATE_TEST_SUITE_P(Both, Matrices,
                         testing::Values(Placement::flush_end, Placement::flush_start));

}  // namespace
}  // namespace gemmlab
